/** A place on the screen, in pixels. */
export interface Rect {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** Lets something glide over everything else; it is gone when it arrives. `draw` fills its box, and gives back how to clear it. */
export function glideOver(
  { left, top, width, height }: Rect,
  draw: (box: HTMLElement) => () => void,
  frames: Keyframe[],
  timing: { readonly ms: number; readonly easing: string; readonly shadow: number },
): void {
  const box = document.createElement('div');
  box.setAttribute('aria-hidden', 'true');
  Object.assign(box.style, {
    position: 'fixed',
    zIndex: '45',
    left: `${left}px`,
    top: `${top}px`,
    width: `${width}px`,
    height: `${height}px`,
    pointerEvents: 'none',
    transformOrigin: '0 0',
    filter: `drop-shadow(0 ${timing.shadow}px ${timing.shadow}px rgb(0 0 0 / 0.5))`,
  });
  document.body.append(box);
  const erase = draw(box);
  const flown = box.animate(frames, { duration: timing.ms, easing: timing.easing, fill: 'both' });
  const clear = () => {
    erase();
    box.remove();
  };
  flown.finished.then(clear, clear);
}
