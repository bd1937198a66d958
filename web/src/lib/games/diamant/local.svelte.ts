import Ruby from './Ruby.svelte';
import { m } from '$lib/paraglide/messages.js';
import type { Action, Choice, Event, ExpeditionView, View } from '$lib/protocol/diamant';
import type { PlayTable } from '../types';
import { theHazard } from './words';

interface News {
  readonly id: number;
  readonly text: string;
  readonly tone: 'good' | 'bad' | 'plain';
}

/** What the parts of the board share: what was just revealed, and the news that stay a moment longer. */
export class Local {
  news = $state.raw<News | null>(null);
  readonly #table: PlayTable<View, Action, Event>;

  constructor(table: PlayTable<View, Action, Event>) {
    this.#table = table;
    $effect(() => {
      const moment = table.moment;
      if (moment) this.#show(moment.event, moment.id);
    });
  }

  get cave(): ExpeditionView | null {
    const { phase } = this.#table.view;
    return phase.type === 'Expedition' ? phase : null;
  }

  get caveNumber(): number {
    return this.cave?.cave ?? 0;
  }

  /** Everybody's choice, in the one beat in which all are shown. */
  get shown(): Record<number, Choice> | null {
    const event = this.#table.moment?.event;
    return event?.type === 'ChoicesShown' ? event.choices : null;
  }

  get fled(): Event | null {
    const event = this.#table.moment?.event;
    return event?.type === 'CaveFled' ? event : null;
  }

  /** My choice as it stands, whether or not the server has answered yet. */
  get mine(): Choice | null {
    const { seat, pending } = this.#table;
    if (pending) return pending.choice;
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
      case 'CaveFled':
        this.news = { id, tone: 'bad', text: m.diamant_news_fled({ hazard: theHazard(event.hazard) }) };
        return;
      default:
    }
  }
}
