export const MAX_ZOOM = 4;

/** The square of a picture that is kept: its centre in pixels of the picture. At zoom 1 it is as large as it can be. */
export type Crop = { x: number; y: number; zoom: number };
type Size = { width: number; height: number };

export function centredCrop({ width, height }: Size): Crop {
  return { x: width / 2, y: height / 2, zoom: 1 };
}

/** The side of the square in pixels of the picture. */
export function sideOf({ zoom }: Crop, { width, height }: Size): number {
  return Math.min(width, height) / zoom;
}

/** Moves the picture below the square by parts of the square's side. The square stays in the picture. */
export function moveCrop(crop: Crop, size: Size, right: number, down: number): Crop {
  const side = sideOf(crop, size);
  return keepInside({ ...crop, x: crop.x - right * side, y: crop.y - down * side }, size);
}

export function zoomCrop(crop: Crop, size: Size, zoom: number): Crop {
  return keepInside({ ...crop, zoom: clamp(zoom, 1, MAX_ZOOM) }, size);
}

function keepInside(crop: Crop, size: Size): Crop {
  const half = sideOf(crop, size) / 2;
  return { ...crop, x: clamp(crop.x, half, size.width - half), y: clamp(crop.y, half, size.height - half) };
}

function clamp(value: number, min: number, max: number): number {
  return Math.min(Math.max(value, min), max);
}
