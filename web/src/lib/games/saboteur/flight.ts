import { mount, unmount, type ComponentProps } from 'svelte';
import { glideOver, type Rect } from '$lib/play/glide';
import CardArt from './art/CardArt.svelte';

export type Shown = ComponentProps<typeof CardArt>;

const SHAPE = 108 / 80;

/** A card of this width around the middle of an element. */
function cardIn({ left, top, width, height }: Rect, most: number): Rect {
  const wide = Math.min(width, height / SHAPE, most);
  return {
    left: left + (width - wide) / 2,
    top: top + (height - wide * SHAPE) / 2,
    width: wide,
    height: wide * SHAPE,
  };
}

/** Lets a card glide over everything from one box to another; it is gone when it arrives. */
export function glide(shown: Shown, from: Rect, to: Rect, ms: number): void {
  const start = cardIn(from, 96);
  const end = cardIn(to, 400);
  if (end.width < 4) return;
  const shift = `translate(${start.left - end.left}px, ${start.top - end.top}px) scale(${start.width / end.width})`;
  glideOver(
    end,
    (box) => {
      const art = mount(CardArt, { target: box, props: shown });
      return () => void unmount(art);
    },
    [
      { transform: `${shift} rotate(-4deg)`, opacity: 0.4 },
      { transform: `${shift} rotate(-4deg)`, opacity: 1, offset: 0.12 },
      { transform: 'none', opacity: 1 },
    ],
    { ms, easing: 'cubic-bezier(.22,.8,.3,1)', shadow: 11 },
  );
}
