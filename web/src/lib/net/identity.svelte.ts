import { m } from '../paraglide/messages.js';
import { preferences } from '../preferences.svelte';
import { isFlag, remembered } from '../remembered.svelte';
import { api, Refusal } from './api';

let asking = $state.raw<{ settle: (name: string | null) => void } | null>(null);

/** Whether this browser has ever been a guest here: asking the server before would only be refused. */
const been = remembered('been', false, isFlag);

/** Whether this browser's guest plays under no name of its own: nobody has asked yet. */
const nameless = remembered('nameless', false, isFlag);

/** Who this browser is. The secret lives in a cookie that no script can read; here is only the name. */
export const identity = {
  get been(): boolean {
    return been.value;
  },
  get asking(): boolean {
    return asking !== null;
  },
  answer(name: string | null): void {
    asking?.settle(name);
    asking = null;
  },

  /** Somebody with a name, who is asked for it once unless it came along. False if they would rather not. */
  async ensure({ ask = true, name: given = '' } = {}): Promise<boolean> {
    const known = been.value ? await api.me().catch(unknown) : null;
    if (known) preferences.name = known.name;
    if (known && (!nameless.value || (!ask && !given))) return true;
    let name: string | null = (nameless.value ? '' : preferences.name) || given || null;
    if (!name && ask) {
      name = await new Promise<string | null>((settle) => (asking = { settle }));
      if (name === null) return false;
    }
    if (name) await identity.rename(name);
    else {
      preferences.name = (await become(m.guest_name())).name;
      been.value = nameless.value = true;
    }
    return true;
  },

  /** Whether there is a name to join others with. */
  async introduced(): Promise<boolean> {
    const known = been.value ? await api.me().catch(unknown) : null;
    if (known) preferences.name = known.name;
    return preferences.name !== '' && !nameless.value;
  },

  async rename(name: string): Promise<void> {
    const known = been.value ? await api.rename(name).catch(unknown) : null;
    preferences.name = (known ?? (await become(name))).name;
    been.value = true;
    nameless.value = false;
  },
};

/** A browser whose memory was cleared may still have its cookie: then it is who it was. */
async function become(name: string): Promise<{ name: string }> {
  try {
    return await api.become(name);
  } catch (error) {
    if (error instanceof Refusal && error.code === 'already_a_guest') return api.me();
    throw error;
  }
}

/** A cookie that the server has forgotten makes a stranger, not a mistake. */
function unknown(error: unknown): null {
  if (error instanceof Refusal && error.status === 401) return null;
  throw error;
}
