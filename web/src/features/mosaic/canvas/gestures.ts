import type { Point } from '../field.rules.ts';

export type Gestures = {
  onPan: (by: Point) => void;
  onZoom: (factor: number, about: Point) => void;
  onTap: (at: Point) => void;
  onDoubleTap: (at: Point) => void;
  /** Whether something can be dragged now: the pointer shows it. */
  onHold: (isHeld: boolean) => void;
};

const TAP_PX = 6;
const DOUBLE_TAP_MS = 320;
const DOUBLE_TAP_PX = 30;
/** A turn of a wheel zooms by a fifth; trackpads send many small turns, and pinches as turns with Ctrl. */
const WHEEL_RATE = 0.0018;
const PINCH_RATE = 0.01;
const LINE_PX = 16;

/** Follows pointers and wheel on an element. Returns a function that ends this. */
export function followGestures(element: HTMLElement, gestures: Gestures): () => void {
  const pointers = new Map<number, Point>();
  let travelled = 0;
  let lastTap: { at: Point; time: number } | null = null;

  function pointOf(event: MouseEvent): Point {
    const { left, top } = element.getBoundingClientRect();
    return { x: event.clientX - left, y: event.clientY - top };
  }

  function onDown(event: PointerEvent): void {
    if (event.pointerType === 'mouse' && event.button !== 0) return;
    element.setPointerCapture(event.pointerId);
    pointers.set(event.pointerId, pointOf(event));
    if (pointers.size === 1) travelled = 0;
    gestures.onHold(true);
  }

  function onMove(event: PointerEvent): void {
    const before = pointers.get(event.pointerId);
    if (before === undefined) return;
    const now = pointOf(event);
    const other = [...pointers].find(([id]) => id !== event.pointerId)?.[1];
    pointers.set(event.pointerId, now);
    const by = { x: now.x - before.x, y: now.y - before.y };
    travelled += Math.hypot(by.x, by.y);
    if (other === undefined) {
      if (travelled > TAP_PX) gestures.onPan(by);
      return;
    }
    const apart = (point: Point) => Math.max(1, Math.hypot(point.x - other.x, point.y - other.y));
    gestures.onPan({ x: by.x / 2, y: by.y / 2 });
    gestures.onZoom(apart(now) / apart(before), { x: (now.x + other.x) / 2, y: (now.y + other.y) / 2 });
  }

  function onUp(event: PointerEvent): void {
    if (!pointers.delete(event.pointerId)) return;
    if (pointers.size > 0) {
      // What remains of a pinch is no tap.
      travelled = TAP_PX + 1;
      return;
    }
    gestures.onHold(false);
    if (event.type === 'pointerup' && travelled <= TAP_PX) tap(pointOf(event), event.timeStamp);
  }

  function tap(at: Point, time: number): void {
    const isSecond =
      lastTap !== null &&
      time - lastTap.time < DOUBLE_TAP_MS &&
      Math.hypot(at.x - lastTap.at.x, at.y - lastTap.at.y) < DOUBLE_TAP_PX;
    lastTap = isSecond ? null : { at, time };
    if (isSecond) gestures.onDoubleTap(at);
    else gestures.onTap(at);
  }

  function onWheel(event: WheelEvent): void {
    event.preventDefault();
    const pixels = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? LINE_PX : 1;
    if (event.shiftKey) {
      gestures.onPan({ x: -(event.deltaX || event.deltaY) * pixels, y: 0 });
      return;
    }
    const rate = event.ctrlKey ? PINCH_RATE : WHEEL_RATE;
    gestures.onZoom(Math.exp(-event.deltaY * pixels * rate), pointOf(event));
  }

  const listeners = new AbortController();
  const { signal } = listeners;
  element.addEventListener('pointerdown', onDown, { signal });
  element.addEventListener('pointermove', onMove, { signal });
  element.addEventListener('pointerup', onUp, { signal });
  element.addEventListener('pointercancel', onUp, { signal });
  element.addEventListener('wheel', onWheel, { signal, passive: false });
  return () => listeners.abort();
}
