import type { Field, Point, Rect } from './field.rules.ts';

/** What is seen of a field: the point in the middle of the view, in tiles, and the pixels of a tile. */
export type Camera = Point & { scale: number };

export type View = { width: number; height: number };

export const MAX_SCALE = 160;
/** Tiles of a small field are not larger than this at first. */
const MAX_FIRST_SCALE = 88;
const MARGIN_PX = 16;
/** From this size on a tile has a flower, light around it, and a photo. */
const MIN_FLOWER_PX = 9;
const MIN_GLOW_PX = 14;
export const MIN_PHOTO_PX = 24;

/** The whole field in the view. Tiles have whole pixels, so that they are sharp. */
export function fit(field: Field, view: View, pixelRatio = 1): Camera {
  const { columns, rows } = field;
  const free = Math.min((view.width - 2 * MARGIN_PX) / columns, (view.height - 2 * MARGIN_PX) / rows);
  const scale = Math.min(MAX_FIRST_SCALE, Math.max(1, free));
  return { x: columns / 2, y: rows / 2, scale: Math.max(1, Math.floor(scale * pixelRatio)) / pixelRatio };
}

export const toField = (camera: Camera, view: View, { x, y }: Point): Point => ({
  x: camera.x + (x - view.width / 2) / camera.scale,
  y: camera.y + (y - view.height / 2) / camera.scale,
});

export const toView = (camera: Camera, view: View, { x, y }: Point): Point => ({
  x: (x - camera.x) * camera.scale + view.width / 2,
  y: (y - camera.y) * camera.scale + view.height / 2,
});

/** The part of the field that is seen. */
export function seenOf(camera: Camera, view: View): Rect {
  const { x, y } = toField(camera, view, { x: 0, y: 0 });
  return { x, y, width: view.width / camera.scale, height: view.height / camera.scale };
}

/** Zooms by a factor. What lies under the point stays there, as far as the field reaches. */
export function zoomAbout(field: Field, view: View, camera: Camera, factor: number, point: Point): Camera {
  const smallest = fit(field, view).scale;
  const scale = Math.min(Math.max(MAX_SCALE, smallest), Math.max(smallest, camera.scale * factor));
  const held = toField(camera, view, point);
  const moved = {
    scale,
    x: held.x - (point.x - view.width / 2) / scale,
    y: held.y - (point.y - view.height / 2) / scale,
  };
  return within(field, view, moved);
}

/** Moves the field by pixels. */
export function pan(field: Field, view: View, camera: Camera, by: Point): Camera {
  return within(field, view, { ...camera, x: camera.x - by.x / camera.scale, y: camera.y - by.y / camera.scale });
}

/** Moves as little as needed so that a cell is seen with its neighbours. */
export function reveal(field: Field, view: View, camera: Camera, { x, y }: Point): Camera {
  const seen = seenOf(camera, view);
  const least = (from: number, length: number, at: number) =>
    Math.min(0, at - 1 - from) + Math.max(0, at + 2 - (from + length));
  return within(field, view, {
    ...camera,
    x: camera.x + least(seen.x, seen.width, x),
    y: camera.y + least(seen.y, seen.height, y),
  });
}

/** Keeps the field in the view: in its middle if it is smaller, else without a gap beside it. */
export function within(field: Field, view: View, camera: Camera): Camera {
  const clamp = (at: number, length: number, pixels: number) => {
    const half = (pixels / 2 - MARGIN_PX) / camera.scale;
    return 2 * half >= length ? length / 2 : Math.min(length - half, Math.max(half, at));
  };
  return {
    scale: camera.scale,
    x: clamp(camera.x, field.columns, view.width),
    y: clamp(camera.y, field.rows, view.height),
  };
}

/** A camera between two others, from 0 to 1. The scale changes evenly to the eye. */
export function between(from: Camera, to: Camera, share: number): Camera {
  const mix = (one: number, other: number) => one + (other - one) * share;
  return {
    x: mix(from.x, to.x),
    y: mix(from.y, to.y),
    scale: from.scale * (to.scale / from.scale) ** share,
  };
}

export type Detail = { hasFlower: boolean; hasGlow: boolean; hasPhoto: boolean };

/** What can be seen of a tile of so many pixels. */
export function detailOf(pixels: number): Detail {
  return { hasFlower: pixels >= MIN_FLOWER_PX, hasGlow: pixels >= MIN_GLOW_PX, hasPhoto: pixels >= MIN_PHOTO_PX };
}
