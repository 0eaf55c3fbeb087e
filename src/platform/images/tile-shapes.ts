import type { TextLine } from './text-svg.ts';

/** A path of SVG in a square of 100 by 100, filled, or drawn with a pen as wide as `stroke`. */
export type Shape = { path: string; colour: string; stroke: number | null };

/** Shapes on top of each other, and where their square is. */
export type Emblem = { shapes: readonly Shape[]; x: number; y: number; size: number };

/** How a tile looks. Colours are those of SVG. */
export type TileStyle = {
  /** From its upper left to its lower right corner. */
  fill: readonly [string, string];
  outline: string | null;
  /** The light that falls on what is around the tile, #rrggbb. */
  glow: string | null;
  /** The shapes in the middle, in drawing order. Tiles that are too small have none. */
  symbol: readonly Shape[];
};

export type Size = { width: number; height: number };

export type Tile = Size & {
  x: number;
  y: number;
  /** A name among the styles. */
  style: string;
  /** The key of a photo that covers the tile, framed in the colours of its style. */
  photo: string | null;
};

/** A picture in whole pixels. (0, 0) is the upper left corner. */
export type Picture = Size & {
  /** From top to bottom. */
  background: readonly [string, string];
  emblems: readonly Emblem[];
  texts: readonly TextLine[];
  styles: Readonly<Record<string, TileStyle>>;
  tiles: readonly Tile[];
};

/** Smaller tiles go without their symbol. */
const MIN_SIZE_WITH_SYMBOL = 18;
/** The radius of a corner, as a part of the tile. */
const CORNER = 0.2;

/** A document of SVG, `scale` times as large as its content says. */
export function svgOf(content: string, { width, height }: Size, scale: number): Buffer {
  return Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width * scale}" height="${height * scale}" ` +
      `viewBox="0 0 ${width} ${height}">${content}</svg>`,
  );
}

/** A tile without a photo. */
export function tileSvg(tile: Tile, { fill, outline, glow, symbol }: TileStyle): string {
  const pen = Math.max(0.75, tile.width * 0.025);
  const border = outline === null ? '' : `stroke="${outline}" stroke-width="${pen}"`;
  const size = Math.min(tile.width, tile.height);
  const emblem = { shapes: symbol, x: (tile.width - size) / 2, y: (tile.height - size) / 2, size };
  return (
    `<defs><linearGradient id="fill" x1="0" y1="0" x2="1" y2="1">${stops(fill)}</linearGradient>` +
    '<radialGradient id="shine" cx="0.3" cy="0.2" r="0.9"><stop offset="0" stop-color="#fff" stop-opacity="0.28"/>' +
    '<stop offset="1" stop-color="#fff" stop-opacity="0"/></radialGradient></defs>' +
    rectangleSvg(tile, outline === null ? 0 : pen / 2, `fill="url(#fill)" ${border}`) +
    (glow === null ? '' : rectangleSvg(tile, 0, 'fill="url(#shine)"')) +
    (size >= MIN_SIZE_WITH_SYMBOL ? emblemSvg(emblem) : '')
  );
}

/** What is around a photo on a tile: the colours of the tile. */
export function frameSvg(tile: Tile, { fill }: TileStyle): string {
  const pen = Math.max(3, tile.width * 0.05);
  return (
    `<defs><linearGradient id="fill" x1="0" y1="0" x2="1" y2="1">${stops(fill)}</linearGradient></defs>` +
    rectangleSvg(tile, pen / 2, `fill="none" stroke="url(#fill)" stroke-width="${pen}"`)
  );
}

/** The shape of a tile, drawn smaller by `inset` on each side. */
export function rectangleSvg({ width, height }: Tile, inset: number, attributes: string): string {
  const radius = Math.max(0, CORNER * Math.min(width, height) - inset);
  return `<rect x="${inset}" y="${inset}" width="${width - 2 * inset}" height="${height - 2 * inset}" rx="${radius}" ${attributes}/>`;
}

export function emblemSvg({ shapes, x, y, size }: Emblem): string {
  return `<g transform="translate(${x} ${y}) scale(${size / 100})">${shapes.map(shapeSvg).join('')}</g>`;
}

function shapeSvg({ path, colour, stroke }: Shape): string {
  if (stroke === null) return `<path d="${path}" fill="${colour}"/>`;
  return `<path d="${path}" fill="none" stroke="${colour}" stroke-width="${stroke}" stroke-linecap="round" stroke-linejoin="round"/>`;
}

/** The stops of a gradient between two colours. */
export function stops([from, to]: readonly [string, string]): string {
  return `<stop offset="0" stop-color="${from}"/><stop offset="1" stop-color="${to}"/>`;
}
