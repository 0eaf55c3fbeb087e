export type Size = { width: number; height: number };

/** The ratio of the sides above which a picture is long, such as a screenshot of a whole page or a panorama. */
const LONG_RATIO = 2.5;

/** WebP has no longer side. */
const MAX_WEBP_SIDE = 16_383;

/**
 * The size in which a long picture is stored in place of one that fits into a square of `side`, where its text would be unreadable. It has
 * at most the area of that square, and is never enlarged. Null if the picture is not long.
 */
export function sizeOfLongPicture({ width, height }: Size, side: number): Size | null {
  const [short, long] = width < height ? [width, height] : [height, width];
  if (long <= LONG_RATIO * short || long <= side) return null;
  const byArea = side / Math.sqrt(width * height);
  const byShortSide = side / LONG_RATIO / short;
  const scale = Math.min(1, MAX_WEBP_SIDE / long, Math.max(side / long, Math.min(byArea, byShortSide)));
  const sideOf = (pixels: number) => Math.max(1, Math.round(pixels * scale));
  return { width: sideOf(width), height: sideOf(height) };
}
