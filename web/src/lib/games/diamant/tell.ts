import { m } from '$lib/paraglide/messages.js';
import type { CardTurned, Event } from '$lib/protocol/diamant';
import type { Telling } from '../types';
import { theHazard, hazardName } from './words';

/** A line of the log. That somebody has chosen is seen at the table and told nowhere. */
export function tell(event: Event, { names }: Telling): string | null {
  switch (event.type) {
    case 'Chose':
      return null;
    case 'ChoicesShown': {
      const leaving = Object.entries(event.choices)
        .filter(([, choice]) => choice === 'leave')
        .map(([seat]) => Number(seat));
      return leaving.length === 0 ? m.diamant_tell_all_on() : null;
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

function tellCard({ card, share, left }: CardTurned): string {
  switch (card.type) {
    case 'Gems':
      return m.diamant_tell_gems({ stones: card.stones, share, left });
    case 'Danger':
      return m.diamant_tell_hazard({ hazard: hazardName(card.hazard) });
    case 'Artifact':
      return m.diamant_tell_artifact({ worth: left });
  }
}
