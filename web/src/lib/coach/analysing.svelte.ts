import { Refusal } from '../net/api';
import { coachApi } from './api';
import type { AnalysisState } from './wire';

const ASK_MS = 1000;
/** After a failure of the network. */
const REST_MS = 3000;

/** The analysis of one game as this page sees it: asked for, on its way, there. It goes on without anybody looking. */
export class Analysing {
  state = $state.raw<AnalysisState | null>(null);
  /** The server does not answer just now. */
  unreachable = $state(false);
  /** The server said no, and why. */
  refused = $state.raw<Refusal | null>(null);
  readonly #table: string;
  readonly #number: number;
  #next: ReturnType<typeof setTimeout> | undefined;
  #closed = false;

  constructor(table: string, number: number) {
    this.#table = table;
    this.#number = number;
  }

  start(): Promise<void> {
    this.refused = null;
    return this.#look(() => this.#ask());
  }

  async cancel(): Promise<void> {
    clearTimeout(this.#next);
    await coachApi.cancelAnalysis(this.#table, this.#number);
    await this.#look(() => coachApi.analysis(this.#table, this.#number));
  }

  close(): void {
    this.#closed = true;
    clearTimeout(this.#next);
  }

  /** Who is nobody here yet cannot ask for work; what is done already they may read. */
  async #ask(): Promise<AnalysisState> {
    try {
      return await coachApi.analyse(this.#table, this.#number);
    } catch (error) {
      if (error instanceof Refusal && error.status === 401)
        return coachApi.analysis(this.#table, this.#number);
      throw error;
    }
  }

  async #look(ask: () => Promise<AnalysisState>): Promise<void> {
    clearTimeout(this.#next);
    try {
      const state = await ask();
      if (this.#closed) return;
      this.unreachable = false;
      this.state = state;
      if (state.state === 'waiting' || state.state === 'working')
        this.#next = setTimeout(
          () => void this.#look(() => coachApi.analysis(this.#table, this.#number)),
          ASK_MS,
        );
      else if (state.state === 'done' && !state.analysis)
        await this.#look(() => coachApi.analysis(this.#table, this.#number));
    } catch (error) {
      if (this.#closed) return;
      if (error instanceof Refusal) this.refused = error;
      else {
        this.unreachable = true;
        this.#next = setTimeout(() => void this.#look(ask), REST_MS);
      }
    }
  }
}
