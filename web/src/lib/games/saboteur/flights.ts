import type { Rect } from '$lib/play/glide';
import type { Event } from '$lib/protocol/saboteur';
import { isKnown } from './cards';
import { glide, type Shown } from './flight';
import { placeKey } from './moves';
import type { Spots } from './spots';

/** Lets the card of an event travel; `from` is where its player keeps cards. Called once its end is drawn. */
export function fly(event: Event, from: Rect | null, mine: number | null, spots: Spots): void {
  const send = (shown: Shown, start: Rect | null, to: string, ms: number) => {
    const end = spots.rectOf(to);
    if (start && end) glide(shown, start, end, ms);
  };
  switch (event.type) {
    case 'PathPlaced':
      send(
        { card: event.card, turned: event.turned, seed: placeKey(event.at) },
        from,
        `tile:${placeKey(event.at)}`,
        280,
      );
      return;
    case 'ToolBroken':
      send({ card: `broken_${event.tool}` }, from, `seat:${event.target}`, 300);
      return;
    case 'ToolRepaired':
      send({ card: event.card }, from, `seat:${event.target}`, 300);
      return;
    case 'RocksFell':
      send({ card: 'rockfall' }, from, `fallen:${placeKey(event.at)}`, 200);
      return;
    case 'GoalSeen':
      send({ card: 'map' }, from, `tile:${placeKey(event.at)}`, 300);
      return;
    case 'CardDiscarded':
      send({ back: 'deck' }, from, 'discards', 260);
      return;
    case 'CardDrawn': {
      const isMine = event.seat === mine;
      send(
        isMine && isKnown(event.card) ? { card: event.card } : { back: 'deck' },
        spots.rectOf('pile'),
        isMine ? 'newest' : `seat:${event.seat}`,
        320,
      );
      return;
    }
    case 'GoldTaken':
      send({ back: 'gold' }, spots.rectOf('gold') ?? spots.rectOf('discards'), `mask:${event.seat}`, 420);
      return;
    case 'GoldPaid':
      for (const { seat, cards } of event.payments)
        if (cards.length) send({ back: 'gold' }, spots.rectOf('pile'), `mask:${seat}`, 620);
      return;
    default:
  }
}
