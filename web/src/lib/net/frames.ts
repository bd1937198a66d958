import { received } from './json';

/** Whether this browser can read what is deflated; Chromium before 103 has the class and not this format. */
export function canInflate(): boolean {
  try {
    new DecompressionStream('deflate-raw');
    return true;
  } catch {
    return false;
  }
}

const inflated = (data: BlobPart): Promise<string> =>
  new Response(new Blob([data]).stream().pipeThrough(new DecompressionStream('deflate-raw'))).text();

/**
 * Takes a socket's frames, text or deflated, and hands on what they say in the order in which they came: what arrives
 * while a frame is being inflated waits behind it. `fail` hears of a frame that cannot be read.
 */
export function inOrder<T>(
  take: (said: T) => void,
  fail: (error: unknown) => void,
): (data: string | BlobPart) => void {
  let last: Promise<void> | null = null;
  return (data) => {
    if (last === null && typeof data === 'string') {
      let said: T;
      try {
        said = received<T>(data);
      } catch (error) {
        fail(error);
        return;
      }
      take(said);
      return;
    }
    const own = (last ?? Promise.resolve())
      .then(async () => received<T>(typeof data === 'string' ? data : await inflated(data)))
      .then(take, fail)
      // What goes wrong in taking it is nobody's business here, and holds nothing up.
      .catch((error: unknown) =>
        queueMicrotask(() => {
          throw error;
        }),
      )
      .then(() => {
        if (last === own) last = null;
      });
    last = own;
  };
}
