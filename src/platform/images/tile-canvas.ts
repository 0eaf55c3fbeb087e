import { createYielder } from '../concurrency/cooperative.ts';
import { sharp } from './image-library.ts';
import { textSvg } from './text-svg.ts';
import {
  emblemSvg,
  frameSvg,
  type Picture,
  rectangleSvg,
  type Size,
  stops,
  svgOf,
  type Tile,
  type TileStyle,
  tileSvg,
} from './tile-shapes.ts';

/** Gives the encoded bytes of these photos, in their order; null where there is none. */
export type LoadPhotos = (keys: readonly string[]) => Promise<readonly (Uint8Array | null)[]>;

/** Pixels of `channels` bands of a byte each, row by row. */
type Pixels = { data: Buffer; width: number; height: number; channels: 3 | 4 };

/** A picture that stays below is drawn with two pixels for each of its own in both directions, for screens that show them. */
const MAX_PIXELS = 12_000_000;
const PHOTOS_IN_BATCH = 32;
/** The threads of the image library do the other work of the process, too: a drawing leaves some of them free. */
const DECODE_CONCURRENCY = 2;
const MAX_PHOTO_PIXELS = 16_000_000;
/** How many pixels of the picture share one of its glow, and how bright that is. */
const GLOW_STEP = 2;
const GLOW_STRENGTH = 0.75;

/**
 * Draws a picture of tiles and gives it as PNG or WebP, without fonts of the machine. The threads of the image library do the heavy
 * work and the rest is done in slices, so that the event loop is not held up; memory is that of the picture and of a few
 * photos, however many there are. A photo that is missing or damaged leaves its tile as it is without one. Throws RangeError
 * for a tile that lies outside or has no style, and whatever `loadPhotos` throws.
 */
export async function drawTiles(
  picture: Picture,
  loadPhotos: LoadPhotos,
  format: 'png' | 'webp' = 'png',
): Promise<Uint8Array> {
  const outside = picture.tiles.find((tile) => !isInside(tile, picture));
  if (outside !== undefined) throw new RangeError(`a tile at ${outside.x}, ${outside.y} lies outside of the picture`);
  const scale = picture.width * picture.height * 4 <= MAX_PIXELS ? 2 : 1;
  const canvas = await drawGround(picture, scale);
  const sprites = createSprites(picture.styles, scale);
  const rest = createYielder();
  for (const tile of picture.tiles) {
    blend(canvas, await sprites.tile(tile), tile.x * scale, tile.y * scale);
    await rest();
  }

  const withPhoto = picture.tiles.filter(({ photo }) => photo !== null);
  for (let start = 0; start < withPhoto.length; start += PHOTOS_IN_BATCH) {
    const batch = withPhoto.slice(start, start + PHOTOS_IN_BATCH);
    const photos = await loadPhotos(batch.flatMap(({ photo }) => photo ?? []));
    const waiting = batch.entries();
    const drawWaiting = async () => {
      for (const [index, tile] of waiting) {
        const photo = await cutPhoto(photos[index] ?? null, await sprites.mask(tile));
        if (photo === null) continue;
        blend(canvas, photo, tile.x * scale, tile.y * scale);
        blend(canvas, await sprites.frame(tile), tile.x * scale, tile.y * scale);
        await rest();
      }
    };
    await Promise.all(Array.from({ length: DECODE_CONCURRENCY }, drawWaiting));
  }
  const { data, ...raw } = canvas;
  const image = sharp(data, { raw });
  return (format === 'png' ? image.png({ compressionLevel: 6 }) : image.webp({ quality: 85 })).toBuffer();
}

function isInside({ x, y, width, height }: Tile, picture: Picture): boolean {
  return x >= 0 && y >= 0 && x + width <= picture.width && y + height <= picture.height;
}

/** Everything that is beneath the tiles. */
async function drawGround(picture: Picture, scale: number): Promise<Pixels> {
  const { background, emblems, texts } = picture;
  const width = picture.width * scale;
  const height = picture.height * scale;
  const content =
    `<defs><linearGradient id="ground" x1="0" y1="0" x2="0" y2="1">${stops(background)}</linearGradient></defs>` +
    '<rect width="100%" height="100%" fill="url(#ground)"/>' +
    emblems.map(emblemSvg).join('') +
    texts.map(textSvg).join('');
  const { data: input, ...raw } = await drawGlow(picture, scale);
  const data = await sharp(svgOf(content, picture, scale))
    .composite([{ input, raw, blend: 'screen' }])
    .removeAlpha()
    .raw()
    .toBuffer();
  return { data, width, height, channels: 3 };
}

/** The light of all tiles that glow, on black: drawn small, since it is blurred anyway. */
async function drawGlow({ width, height, tiles, styles }: Picture, scale: number): Promise<Pixels> {
  const raw = { width: Math.ceil(width / GLOW_STEP), height: Math.ceil(height / GLOW_STEP), channels: 3 as const };
  const light = Buffer.alloc(raw.width * raw.height * raw.channels);
  const rest = createYielder();
  let widest = 0;
  for (const tile of tiles) {
    const colour = styles[tile.style]?.glow;
    if (!colour) continue;
    widest = Math.max(widest, tile.width);
    const pixel = Buffer.from(colour.slice(1), 'hex');
    const left = Math.round(tile.x / GLOW_STEP);
    const right = Math.round((tile.x + tile.width) / GLOW_STEP);
    for (let y = Math.round(tile.y / GLOW_STEP); y < Math.round((tile.y + tile.height) / GLOW_STEP); y++) {
      light.fill(pixel, (y * raw.width + left) * raw.channels, (y * raw.width + right) * raw.channels);
    }
    await rest();
  }
  const blurred = await sharp(light, { raw })
    .blur(Math.min(16, 3 + widest / 12))
    .linear(GLOW_STRENGTH, 0)
    .raw()
    .toBuffer();
  const size = { width: width * scale, height: height * scale };
  const data = await sharp(blurred, { raw })
    .resize({ ...size, fit: 'fill' })
    .raw()
    .toBuffer();
  return { data, ...size, channels: 3 };
}

type Sprites = Record<'tile' | 'frame' | 'mask', (tile: Tile) => Promise<Pixels>>;

/** What is drawn once for all tiles of a style and size: the tile, the frame around a photo, and the shape of a photo. */
function createSprites(styles: Picture['styles'], scale: number): Sprites {
  const drawn = new Map<string, Promise<Pixels>>();
  const remember = (kind: keyof Sprites, content: (tile: Tile, style: TileStyle) => string) => (tile: Tile) => {
    const key = `${kind} ${tile.style} ${tile.width} ${tile.height}`;
    const known = drawn.get(key);
    if (known !== undefined) return known;
    const style = styles[tile.style];
    if (style === undefined) throw new RangeError(`there is no style ${tile.style}`);
    const sprite = rasterise(content(tile, style), tile, scale);
    drawn.set(key, sprite);
    return sprite;
  };
  return {
    tile: remember('tile', tileSvg),
    frame: remember('frame', frameSvg),
    mask: remember('mask', (tile) => rectangleSvg(tile, 0, 'fill="#fff"')),
  };
}

async function rasterise(content: string, { width, height }: Size, scale: number): Promise<Pixels> {
  const data = await sharp(svgOf(content, { width, height }, scale))
    .ensureAlpha()
    .raw()
    .toBuffer();
  return { data, width: width * scale, height: height * scale, channels: 4 };
}

/** The middle of a photo in the shape of the mask, or null where there is none that can be read. */
async function cutPhoto(bytes: Uint8Array | null, mask: Pixels): Promise<Pixels | null> {
  if (bytes === null) return null;
  const { width, height } = mask;
  try {
    const data = await sharp(bytes, { limitInputPixels: MAX_PHOTO_PIXELS })
      .resize({ width, height, fit: 'cover' })
      .toColourspace('srgb')
      .flatten()
      .ensureAlpha()
      .raw()
      .toBuffer();
    for (let alpha = 3; alpha < data.length; alpha += 4) data[alpha] = mask.data[alpha] ?? 0;
    return { data, width, height, channels: 4 };
  } catch {
    return null;
  }
}

/** Puts a sprite onto the canvas. */
function blend(canvas: Pixels, sprite: Pixels, left: number, top: number): void {
  for (let y = 0; y < sprite.height; y++) {
    let to = ((top + y) * canvas.width + left) * 3;
    let from = y * sprite.width * 4;
    for (let x = 0; x < sprite.width; x++, to += 3, from += 4) {
      const alpha = (sprite.data[from + 3] ?? 0) / 255;
      if (alpha === 0) continue;
      for (let band = 0; band < 3; band++) {
        const below = canvas.data[to + band] ?? 0;
        canvas.data[to + band] = below + ((sprite.data[from + band] ?? 0) - below) * alpha;
      }
    }
  }
}
