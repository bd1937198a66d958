import { m } from '$lib/paraglide/messages.js';
import type { CardTurned, Event } from '$lib/protocol/diamant';
import type { Telling } from '../types';
import { theHazard, hazardName } from './words';

/** A line of the log. That somebody has chosen is seen at the table and told nowhere. */
export function tell(event: Event, { names, name, people }: Telling): string | null {
  switch (event.type) {
    case 'Chose':
    case 'Continued':
      return null;
    case 'ChoicesShown': {
      const choices = Object.entries(event.choices);
      if (choices.some(([, choice]) => choice === 'leave')) return null;
      const [only, another] = choices.map(([seat]) => Number(seat));
      if (only === undefined || another !== undefined) return m.diamant_tell_all_on();
      return m.diamant_tell_one_on({ who: people[only]?.isMe ? 'me' : 'other', name: name(only) });
    }
    case 'Returned':
      return m.diamant_tell_back({
        names: names(event.seats),
        count: event.banked,
        people: event.seats.length,
      });
    case 'CardTurned':
      return tellCard(event);
    case 'CaveLeft':
      return m.diamant_tell_empty({ cave: event.cave });
    case 'CaveFled':
      return m.diamant_tell_fled({ hazard: theHazard(event.hazard) });
    case 'CaveEntered':
      return m.diamant_tell_entered({ cave: event.cave });
    case 'GameEnded':
      return m.diamant_tell_ended();
  }
}

export function tellCard({ card, share, left }: CardTurned): string {
  switch (card.type) {
    case 'Gems':
      return m.diamant_tell_gems({ stones: card.stones, share, left });
    case 'Danger':
      return m.diamant_tell_hazard({ hazard: hazardName(card.hazard) });
    case 'Artifact':
      return m.diamant_tell_artifact({ worth: left });
  }
}
