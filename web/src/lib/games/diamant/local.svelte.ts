import Ruby from './Ruby.svelte';
import { m } from '$lib/paraglide/messages.js';
import type {
  Action,
  CaveOverView,
  Choice,
  Event,
  ExpeditionView,
  Turned,
  View,
} from '$lib/protocol/diamant';
import type { PlayTable } from '../types';
import { fates, type Fate } from './aftermath';
import { cavesSeen, galleryOf, lastOut, type CardSeen, type CaveSeen } from './evidence';
import { isDeadly } from './steps';

interface News {
  readonly id: number;
  readonly text: string;
  readonly tone: 'good' | 'plain';
}

/** What the parts of the board share: what was just revealed, and the news that stay a moment longer. */
export class Local {
  news = $state.raw<News | null>(null);
  /** The card of the gallery that somebody asks about. */
  asked = $state.raw<number | null>(null);
  /** The cave whose end was seen here as it came; any other is drawn as it lies. */
  #seen = $state.raw(0);
  /** Who left when choices were last shown here, for as long as the log has not been read back. */
  #leaving = $state.raw<readonly number[]>([]);
  readonly #caves: readonly CaveSeen[];
  readonly #fates: readonly Fate[];
  readonly #table: PlayTable<View, Action, Event>;

  constructor(table: PlayTable<View, Action, Event>) {
    this.#table = table;
    this.#caves = $derived(cavesSeen(table.deeds ?? []));
    this.#fates = $derived(this.over ? fates(table.view, this.over, this.#lastOut(this.over)) : []);
    $effect(() => {
      const moment = table.moment;
      if (moment) this.#show(moment.event, moment.id);
    });
  }

  get cave(): ExpeditionView | null {
    const { phase } = this.#table.view;
    return phase.type === 'Expedition' ? phase : null;
  }

  /** The cave that is over, while the table pauses. */
  get over(): CaveOverView | null {
    const { phase } = this.#table.view;
    return phase.type === 'CaveOver' ? phase : null;
  }

  get caveNumber(): number {
    return (this.cave ?? this.over)?.cave ?? 0;
  }

  get gallery(): readonly Turned[] {
    return (this.cave ?? this.over)?.gallery ?? [];
  }

  /** The second hazard of its kind lies on the table: nobody decides anything any more. */
  get deadly(): boolean {
    return this.cave !== null && isDeadly(this.cave);
  }

  /** Whether the end of this cave happens before these eyes. */
  get live(): boolean {
    return this.over?.cave === this.#seen && !this.#table.lessMotion;
  }

  get fates(): readonly Fate[] {
    return this.#fates;
  }

  /** What happened on each card of the gallery, as far as it is known. */
  get evidence(): readonly (CardSeen | null)[] {
    return galleryOf(this.#caves, this.gallery.length);
  }

  #lastOut({ cave }: CaveOverView): readonly number[] {
    const known = this.#caves.at(-1);
    return known?.end && known.cave === cave ? lastOut(known) : this.#leaving;
  }

  /** Everybody's choice, in the one beat in which all are shown. */
  get shown(): Record<number, Choice> | null {
    const event = this.#table.moment?.event;
    return event?.type === 'ChoicesShown' ? event.choices : null;
  }

  /** My choice as it stands, whether or not the server has answered yet. */
  get mine(): Choice | null {
    const { seat, pending } = this.#table;
    if (pending?.type === 'Choose') return pending.choice;
    const choice = seat === null ? undefined : this.cave?.choices[seat];
    return typeof choice === 'string' ? choice : null;
  }

  #show(event: Event, id: number): void {
    const { stage, people } = this.#table;
    switch (event.type) {
      case 'CardTurned': {
        const cave = this.cave;
        if (!cave || event.share === 0) return;
        for (const seat of cave.inside)
          stage.fly({
            from: `card:${cave.gallery.length - 1}`,
            to: `seat:${seat}`,
            art: Ruby,
            count: Math.min(event.share, 4),
            size: 22,
          });
        return;
      }
      case 'Returned': {
        const name = (seat: number) => people[seat]?.name ?? '';
        const mine = event.seats.some((seat) => people[seat]?.isMe);
        const [first] = event.seats;
        // What is watched again has its words beside it.
        if (!this.#table.again)
          this.news = {
            id,
            tone: mine ? 'good' : 'plain',
            text: mine
              ? m.diamant_news_back({ count: event.banked })
              : event.seats.length === 1 && first !== undefined
                ? m.diamant_news_one_back({ name: name(first), count: event.banked })
                : m.diamant_news_some_back({ people: event.seats.length, count: event.banked }),
          };
        for (const seat of event.seats)
          stage.fly({
            from: 'camp',
            to: `seat:${seat}`,
            art: Ruby,
            count: Math.min(event.banked, 5),
            size: 22,
          });
        return;
      }
      case 'ChoicesShown':
        this.#leaving = Object.entries(event.choices).flatMap(([seat, choice]) =>
          choice === 'leave' ? [Number(seat)] : [],
        );
        return;
      case 'CaveFled':
      case 'CaveLeft':
        this.news = null;
        this.#seen = event.cave;
        return;
      case 'CaveEntered':
        this.asked = null;
        return;
      default:
    }
  }
}
