import type { Attachment } from 'svelte/attachments';
import type { Rect } from '$lib/play/glide';

/** Elements with names, between which cards travel: `seat:3`, `tile:2,-1`, `hand`, `pile`. */
export class Spots {
  readonly #nodes = new Map<string, Element>();

  spot(name: string): Attachment<Element> {
    return (node) => {
      this.#nodes.set(name, node);
      return () => {
        if (this.#nodes.get(name) === node) this.#nodes.delete(name);
      };
    };
  }

  /** Null for what is not drawn, or not in sight. */
  rectOf(name: string): Rect | null {
    const box = this.#nodes.get(name)?.getBoundingClientRect();
    return box && box.width > 0 ? box : null;
  }
}
