import { m } from '$lib/paraglide/messages.js';
import type { Event } from '$lib/protocol/saboteur';
import type { Telling } from '../types';
import { isKnown, openings } from './cards';
import { cardName, faceWords, goalName, listed, placeWords, sideWords, toolWord, winnerWords } from './words';

type People = Pick<Telling, 'people'>;

const whoOf =
  ({ people }: People) =>
  (seat: number) => ({ who: people[seat]?.isMe ? 'me' : 'other', name: people[seat]?.name ?? '' });

/** Whoever does not see the table is told what comes into the hand, and where cards lie and lead. */
export function voice(event: Event, telling: People): string | null {
  const who = whoOf(telling);
  if (event.type === 'CardDrawn' && isKnown(event.card) && telling.people[event.seat]?.isMe)
    return m.saboteur_tell_drawn({ card: cardName(event.card) });
  if (event.type === 'PathPlaced')
    return (openings(event.card)?.joined ? m.saboteur_voice_placed : m.saboteur_voice_dead_end)({
      ...who(event.seat),
      sides: sideWords(event.card, event.turned),
      where: placeWords(event.at),
    });
  if (event.type === 'RocksFell')
    return m.saboteur_voice_rocks({ ...who(event.seat), where: placeWords(event.at) });
  return tell(event, telling);
}

/** What another player alone knew is told once all lies open. */
const also = (told: string, what: string | null): string => (what ? `${told} ${what}` : told);

/** A line of the log, beside its drawing. Drawn cards and whose turn it is are seen at the table and told nowhere. */
export function tell(event: Event, { people }: People): string | null {
  const isMe = (seat: number): boolean => people[seat]?.isMe ?? false;
  const who = whoOf({ people });
  switch (event.type) {
    case 'PathPlaced':
      return (openings(event.card)?.joined ? m.saboteur_tell_placed : m.saboteur_tell_dead_end)(
        who(event.seat),
      );
    case 'GoalRevealed':
      return event.card === 'treasure'
        ? m.saboteur_tell_treasure()
        : m.saboteur_tell_stone({ where: goalName(event.at) });
    case 'ToolBroken':
    case 'ToolRepaired': {
      const own = event.seat === event.target;
      const told = {
        ...who(event.seat),
        whose: own ? 'own' : isMe(event.target) ? 'me' : 'other',
        target: people[event.target]?.name ?? '',
        tool: toolWord(event.tool),
      };
      return event.type === 'ToolBroken' ? m.saboteur_tell_broken(told) : m.saboteur_tell_repaired(told);
    }
    case 'RocksFell':
      return m.saboteur_tell_rocks(who(event.seat));
    case 'GoalSeen':
      if (isKnown(event.face) && isMe(event.seat))
        return m.saboteur_tell_peeked({ where: goalName(event.at), what: faceWords(event.face) });
      return also(
        m.saboteur_tell_seen({ ...who(event.seat), where: goalName(event.at) }),
        isKnown(event.face) ? faceWords(event.face) : null,
      );
    case 'CardDiscarded':
      return m.saboteur_tell_discarded(who(event.seat));
    case 'Passed':
      return m.saboteur_tell_passed(who(event.seat));
    case 'RoundEnded': {
      const saboteurs = event.roles.flatMap((role, seat) =>
        role === 'saboteur' ? [isMe(seat) ? m.saboteur_you() : (people[seat]?.name ?? '')] : [],
      );
      // A heading elsewhere, which ends with a cry or with nothing.
      const winner = winnerWords(event.winner).replace(/[^!]$/u, '$&.');
      return saboteurs.length
        ? m.saboteur_tell_round({ winner, names: listed(saboteurs), count: saboteurs.length })
        : m.saboteur_tell_round_none({ winner });
    }
    case 'GoldTaken':
      if (isKnown(event.nuggets) && isMe(event.seat))
        return m.saboteur_tell_gold_mine({ count: event.nuggets });
      return also(
        m.saboteur_tell_gold(who(event.seat)),
        isKnown(event.nuggets) ? m.saboteur_nuggets({ count: event.nuggets }) : null,
      );
    case 'GoldPaid':
      return m.saboteur_tell_paid({
        names: listed(
          event.payments.map(({ seat }) => (isMe(seat) ? m.saboteur_you() : (people[seat]?.name ?? ''))),
        ),
      });
    case 'RoundDealt':
      return m.saboteur_tell_dealt({ round: event.number });
    case 'GameEnded':
      return m.saboteur_tell_ended();
    case 'CardDrawn':
    case 'TurnBegan':
    case 'GoldDrawn':
    case 'GoldPassed':
    case 'GoldShuffled':
    case 'Continued':
      return null;
  }
}
