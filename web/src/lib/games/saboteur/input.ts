/** Whether a click came from a pointer or from the keyboard, which makes clicks without a pointer. */
export const lastInput = (event: MouseEvent): 'pointer' | 'keys' =>
  event.detail === 0 && !(event instanceof PointerEvent && event.pointerType) ? 'keys' : 'pointer';
