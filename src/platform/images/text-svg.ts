import { INTER, UNITS_PER_EM } from './inter.generated.ts';

/*
 * Drawn by paths, because a server may have no fonts and text drawn with those of the machine differs on each. The paths are made
 * when the code is: opentype.js takes 0.5 s to load and read a font, in which the event loop would stand still.
 */

export type TextLine = {
  text: string;
  /** Where the ink of the text begins, ends, or has its middle. */
  x: number;
  /** The y coordinate of the baseline. */
  y: number;
  /** The font size in pixels. Capitals are 0.73 of it. */
  size: number;
  align: 'left' | 'center' | 'right';
  weight: 'regular' | 'bold';
  colour: string;
};

type Glyph = readonly [advance: number, left: number, right: number, path: string];

/**
 * A line of text as SVG paths, in Inter.
 *
 * @throws RangeError for characters other than English letters, digits, space and `. , · - %`
 */
export function textSvg({ text, x, y, size, align, weight, colour }: TextLine): string {
  const glyphs = [...text].map((character) => glyphOf(character, weight));
  let pen = -(glyphs[0]?.[1] ?? 0);
  let width = 0;
  const paths = glyphs.map(([advance, , right, path]) => {
    const moved = `<path transform="translate(${pen})" d="${path}"/>`;
    width = pen + right;
    pen += advance;
    return moved;
  });
  const scale = size / UNITS_PER_EM;
  const left = x - { left: 0, center: 0.5, right: 1 }[align] * width * scale;
  return `<g transform="translate(${left} ${y}) scale(${scale})" fill="${colour}">${paths.join('')}</g>`;
}

function glyphOf(character: string, weight: TextLine['weight']): Glyph {
  const glyphs: Readonly<Record<string, Glyph>> = INTER[weight];
  const glyph = glyphs[character];
  if (glyph === undefined) throw new RangeError(`no glyph for ${JSON.stringify(character)}`);
  return glyph;
}
