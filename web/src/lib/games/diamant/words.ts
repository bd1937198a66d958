import { m } from '$lib/paraglide/messages.js';
import { DIAMOND, type Hazard, type Turned } from '$lib/protocol/diamant';

export function hazardName(hazard: Hazard): string {
  switch (hazard) {
    case 'snakes':
      return m.diamant_snakes();
    case 'scorpions':
      return m.diamant_scorpions();
    case 'rocks':
      return m.diamant_rocks();
    case 'gas':
      return m.diamant_gas();
    case 'explosion':
      return m.diamant_explosion();
  }
}

/** With its article, within a sentence. */
export function theHazard(hazard: Hazard): string {
  switch (hazard) {
    case 'snakes':
      return m.diamant_the_snakes();
    case 'scorpions':
      return m.diamant_the_scorpions();
    case 'rocks':
      return m.diamant_the_rocks();
    case 'gas':
      return m.diamant_the_gas();
    case 'explosion':
      return m.diamant_the_explosion();
  }
}

/** A value as the stones it is shown in. */
export const asStones = (value: number): { diamonds: number; rubies: number } => ({
  diamonds: Math.floor(value / DIAMOND),
  rubies: value % DIAMOND,
});

/** A card of the gallery as it lies there. */
export function cardName({ card, left }: Turned): string {
  switch (card.type) {
    case 'Gems':
      return m.diamant_card_gems({ stones: card.stones, left });
    case 'Danger':
      return hazardName(card.hazard);
    case 'Artifact':
      return m.diamant_card_artifact({ left });
  }
}
