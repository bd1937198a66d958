import { mount, unmount } from 'svelte';
import type { Tile } from '$lib/protocol/outofmine';
import TileIcon from './art/TileIcon.svelte';

export interface Rect {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** Lets a tile glide over everything, from one box to another; it is gone when it arrives. */
export function glide(tile: Tile, way: number, from: Rect, to: Rect, ms: number): void {
  if (from.width < 2 || to.width < 2 || document.hidden) return;
  const box = document.createElement('div');
  box.setAttribute('aria-hidden', 'true');
  Object.assign(box.style, {
    position: 'fixed',
    zIndex: '45',
    left: `${from.left}px`,
    top: `${from.top}px`,
    width: `${from.width}px`,
    height: `${from.height}px`,
    pointerEvents: 'none',
    transformOrigin: '0 0',
    filter: 'drop-shadow(0 6px 6px rgb(0 0 0 / 0.5))',
  });
  document.body.append(box);
  const art = mount(TileIcon, { target: box, props: { shape: tile.shape, find: tile.find, way } });
  const scale = Math.min(to.width / from.width, to.height / from.height);
  const x = to.left + to.width / 2 - from.left - (from.width * scale) / 2;
  const y = to.top + to.height / 2 - from.top - (from.height * scale) / 2;
  const flown = box.animate(
    [
      { transform: 'none', opacity: 1 },
      { transform: `translate(${x}px, ${y}px) scale(${scale})`, opacity: 1, offset: 0.9 },
      { transform: `translate(${x}px, ${y}px) scale(${scale})`, opacity: 0 },
    ],
    { duration: ms, easing: 'cubic-bezier(.3,.6,.3,1)', fill: 'both' },
  );
  const clear = () => {
    void unmount(art);
    box.remove();
  };
  flown.finished.then(clear, clear);
}
