import { preferences } from '../preferences.svelte';

/** A system notification that it is one's turn, where the player asked for them. */
export function announceTurn(title: string, body: string): void {
  if (!preferences.notify || !('Notification' in globalThis) || Notification.permission !== 'granted') return;
  try {
    const note = new Notification(`Filon · ${title}`, { body, tag: 'filon-turn', icon: '/icon-192.png' });
    note.onclick = () => {
      window.focus();
      note.close();
    };
  } catch {
    // Some phones allow notifications only from the service worker.
    void navigator.serviceWorker?.ready.then((worker) =>
      worker.showNotification(`Filon · ${title}`, { body, tag: 'filon-turn', icon: '/icon-192.png' }),
    );
  }
}

/** Asks the browser, when somebody switches notifications on. */
export async function allowNotifications(): Promise<boolean> {
  if (!('Notification' in globalThis)) return false;
  return (await Notification.requestPermission()) === 'granted';
}
