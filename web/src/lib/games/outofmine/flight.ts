import { mount, unmount } from 'svelte';
import { glideOver, type Rect } from '$lib/play/glide';
import type { Tile } from '$lib/protocol/outofmine';
import TileIcon from './art/TileIcon.svelte';

/** Lets a tile glide over everything, from one box to another; it is gone when it arrives. */
export function glide(tile: Tile, way: number, from: Rect, to: Rect, ms: number): void {
  if (from.width < 2 || to.width < 2 || document.hidden) return;
  const scale = Math.min(to.width / from.width, to.height / from.height);
  const x = to.left + to.width / 2 - from.left - (from.width * scale) / 2;
  const y = to.top + to.height / 2 - from.top - (from.height * scale) / 2;
  const there = `translate(${x}px, ${y}px) scale(${scale})`;
  glideOver(
    from,
    (box) => {
      const art = mount(TileIcon, { target: box, props: { shape: tile.shape, find: tile.find, way } });
      return () => void unmount(art);
    },
    [
      { transform: 'none', opacity: 1 },
      { transform: there, opacity: 1, offset: 0.9 },
      { transform: there, opacity: 0 },
    ],
    { ms, easing: 'cubic-bezier(.3,.6,.3,1)', shadow: 6 },
  );
}
