import type { Session } from './session.svelte';

const A_HOARD_MS = 420;
const A_BREATH_MS = 700;

/** At the end the hoards are counted out one by one; only then is it told whose is the largest. Once. */
export class Drumroll {
  told = $state(false);

  constructor(session: Session) {
    this.told = session.lessMotion || session.unveiled || !session.client.Ending;
    $effect(() => {
      if (this.told) {
        session.unveiled = true;
        return;
      }
      const ms = A_BREATH_MS + session.people.length * A_HOARD_MS;
      const timer = setTimeout(() => (this.told = true), ms);
      return () => clearTimeout(timer);
    });
  }
}
