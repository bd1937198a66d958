import { mount, unmount } from 'svelte';
import type { Attachment } from 'svelte/attachments';
import type { Flight, Stage } from '../games/types';

/** Lets things travel over the whole table, whoever drew where they start and end. */
export class FlyingStage implements Stage {
  readonly #places = new Map<string, Element[]>();
  readonly #lessMotion: () => boolean;
  #layer: HTMLElement | null = null;

  constructor(lessMotion: () => boolean) {
    this.#lessMotion = lessMotion;
  }

  layer: Attachment<HTMLElement> = (node) => {
    this.#layer = node;
    return () => (this.#layer = null);
  };

  anchor(name: string): Attachment<Element> {
    return (node) => {
      this.#places.set(name, [...(this.#places.get(name) ?? []), node]);
      return () => {
        const rest = (this.#places.get(name) ?? []).filter((other) => other !== node);
        if (rest.length) this.#places.set(name, rest);
        else this.#places.delete(name);
      };
    };
  }

  fly({ from, to, art, count = 1, ms = 420, size = 28 }: Flight): void {
    const layer = this.#layer;
    const start = this.#centre(from);
    const end = this.#centre(to);
    if (!layer || !start || !end || this.#lessMotion() || document.hidden) return;
    for (let index = 0; index < count; index += 1) {
      const box = document.createElement('div');
      box.className = 'flight';
      box.style.width = box.style.height = `${size}px`;
      layer.append(box);
      const drawn = mount(art, { target: box, props: { index } });
      const spread = size * 0.5;
      const wobble = (turn: number) => Math.sin(index * 2.4 + turn) * spread;
      const at = (x: number, y: number, scale: number, turn: number) =>
        `translate(${x - size / 2}px, ${y - size / 2}px) rotate(${turn}deg) scale(${scale})`;
      const bend = Math.hypot(end.x - start.x, end.y - start.y) * 0.12;
      const animation = box.animate(
        [
          { transform: at(start.x + wobble(0), start.y + wobble(1), 0.7, 0), opacity: 0, offset: 0 },
          { transform: at(start.x + wobble(0), start.y + wobble(1), 1.1, 20), opacity: 1, offset: 0.15 },
          {
            transform: at((start.x + end.x) / 2 + wobble(2), (start.y + end.y) / 2 - bend, 1.05, 160),
            opacity: 1,
            offset: 0.6,
          },
          { transform: at(end.x, end.y, 0.6, 320), opacity: 0.2, offset: 1 },
        ],
        { duration: ms, delay: index * 36, easing: 'cubic-bezier(.3,.1,.3,1)', fill: 'both' },
      );
      const clear = () => {
        void unmount(drawn);
        box.remove();
      };
      animation.finished.then(clear, clear);
    }
  }

  #centre(name: string): { x: number; y: number } | null {
    for (const node of this.#places.get(name) ?? []) {
      const box = node.getBoundingClientRect();
      if (box.width > 0 && box.height > 0)
        return { x: box.left + box.width / 2, y: box.top + box.height / 2 };
    }
    return null;
  }
}
