import type { Hit } from './graph-hit';
import type { GraphMotion } from './graph-motion';

/** The distance from which a pressed pointer drags, px. Below it, the user clicks. */
const DRAG_FROM = 4;
/** A box or a line is pointed out when the pointer has rested on it for this time, ms, because that restyles the whole drawing. */
const HOVER_DELAY = 100;
/** The most that one turn of a wheel zooms, as a share. */
const MOST_TURN = 0.5;

/** The parts of a drawing that a pointer uses. */
export interface PointerUse {
  motion: GraphMotion;
  /** Returns what is at a point of the frame, in px from its corner. */
  hitAt: (point: readonly [number, number]) => Hit | null;
  onClick: (hit: Hit | null) => void;
  onHover: (hit: Hit | null) => void;
}

/**
 * Lets a pointer drag, zoom, choose and point out.
 * @param frame the element of the drawing. Parts of its own that have a button pressed on them, such as the overview, keep their pointer.
 * @returns a function that ends it
 */
export function followPointer(frame: HTMLElement, { motion, hitAt, onClick, onHover }: PointerUse): () => void {
  let pressed: { x: number; y: number; isDrag: boolean } | null = null;
  let hover: ReturnType<typeof setTimeout> | undefined;
  let hovered: string | null = null;
  const pointOf = ({ clientX, clientY }: MouseEvent): [number, number] => {
    const { left, top } = frame.getBoundingClientRect();
    return [clientX - left - frame.clientLeft, clientY - top - frame.clientTop];
  };
  const pointAt = (hit: Hit | null): void => {
    frame.style.cursor = hit?.kind === 'node' ? 'pointer' : '';
    if ((hit?.id ?? null) === hovered) return;
    hovered = hit?.id ?? null;
    clearTimeout(hover);
    hover = setTimeout(() => onHover(hit), HOVER_DELAY);
  };
  const onDown = (event: PointerEvent): void => {
    if (event.button !== 0 || event.target !== frame) return;
    pressed = { x: event.clientX, y: event.clientY, isDrag: false };
  };
  const onMove = (event: PointerEvent): void => {
    if (!pressed) return pointAt(event.target === frame ? hitAt(pointOf(event)) : null);
    const by: [number, number] = [event.clientX - pressed.x, event.clientY - pressed.y];
    if (!pressed.isDrag) {
      if (Math.hypot(...by) < DRAG_FROM) return;
      frame.setPointerCapture(event.pointerId);
      frame.style.cursor = 'grabbing';
      clearTimeout(hover);
      motion.hold(true);
    }
    pressed = { x: event.clientX, y: event.clientY, isDrag: true };
    motion.move(by);
  };
  const onCancel = (): void => {
    if (pressed?.isDrag) motion.hold(false);
    pressed = null;
    frame.style.cursor = '';
  };
  const onUp = (event: PointerEvent): void => {
    if (pressed && !pressed.isDrag) onClick(hitAt(pointOf(event)));
    onCancel();
  };
  const onLeave = (): void => {
    if (!pressed) pointAt(null);
  };
  const onWheel = (event: WheelEvent): void => {
    event.preventDefault();
    const turn = -(event.deltaY || event.deltaX) / 100;
    motion.zoom(1 + Math.min(MOST_TURN, Math.max(-MOST_TURN, turn)), pointOf(event));
  };
  const heard = [
    ['pointerdown', onDown],
    ['pointermove', onMove],
    ['pointerup', onUp],
    ['pointercancel', onCancel],
    ['pointerleave', onLeave],
  ] as const;
  for (const [name, listener] of heard) frame.addEventListener(name, listener as (event: Event) => void);
  frame.addEventListener('wheel', onWheel, { passive: false });
  return () => {
    clearTimeout(hover);
    for (const [name, listener] of heard) frame.removeEventListener(name, listener as (event: Event) => void);
    frame.removeEventListener('wheel', onWheel);
  };
}
