/**
 * An alphabet of our own, drawn with one stroke of even width, as paths of SVG: a server may have no fonts at all, and text
 * that is drawn with the fonts of the machine looks different on each.
 *
 * Of each character: how wide it is, and its path. 100 units are the size of the text; the baseline is at 0 and up is
 * negative; capitals and digits are 70 high, small letters 50.
 */
const GLYPHS: Readonly<Record<string, readonly [width: number, path: string]>> = {
  A: [54, 'M0 0L27-70L54 0M9-24H45'],
  B: [45, 'M0-70V0H25a19 19 0 0 0 0-38H0M0-70H22a16 16 0 0 1 0 32'],
  C: [61, 'M61-57.5a35 35 0 1 0 0 45'],
  D: [56, 'M0-70V0H21a35 35 0 0 0 0-70Z'],
  E: [40, 'M40-70H0V0H40M0-36H34'],
  F: [38, 'M38-70H0V0M0-36H32'],
  G: [66, 'M58-60.5a33 35 0 1 0 8 25.5H40'],
  H: [50, 'M0-70V0M50-70V0M0-36H50'],
  I: [0, 'M0-70V0'],
  J: [34, 'M34-70V-19a17 19 0 0 1-34 0'],
  K: [46, 'M0-70V0M44-70L0-28M15-42L46 0'],
  L: [36, 'M0-70V0H36'],
  M: [62, 'M0 0V-70L31-22L62-70V0'],
  N: [52, 'M0 0V-70L52 0V-70'],
  O: [68, 'M0-35a34 35 0 1 1 68 0a34 35 0 1 1-68 0'],
  P: [42, 'M0 0V-70H22a20 20 0 0 1 0 40H0'],
  Q: [68, 'M0-35a34 35 0 1 1 68 0a34 35 0 1 1-68 0M44-20L64 2'],
  R: [44, 'M0 0V-70H22a20 20 0 0 1 0 40H0M20-30L44 0'],
  S: [42, 'M39-59C36-66 30-70 21-70C10-70 2-63 2-53C2-32 42-42 42-18C42-7 33 0 21 0C11 0 4-4 0-12'],
  T: [48, 'M0-70H48M24-70V0'],
  U: [50, 'M0-70V-25a25 25 0 0 0 50 0V-70'],
  V: [54, 'M0-70L27 0L54-70'],
  W: [84, 'M0-70L21 0L42-60L63 0L84-70'],
  X: [48, 'M0-70L48 0M48-70L0 0'],
  Y: [48, 'M0-70L24-34L48-70M24-34V0'],
  Z: [46, 'M0-70H46L0 0H46'],
  a: [46, 'M46-50V0M46-25a23 25 0 1 0-46 0a23 25 0 1 0 46 0'],
  b: [46, 'M0-74V0M0-25a23 25 0 1 1 46 0a23 25 0 1 1-46 0'],
  c: [40, 'M40-42a23 25 0 1 0 0 34'],
  d: [46, 'M46-74V0M46-25a23 25 0 1 0-46 0a23 25 0 1 0 46 0'],
  e: [46, 'M0-26H46C46-41 37-50 23-50C9-50 0-39 0-25C0-10 9 0 24 0C32 0 39-3 43-10'],
  f: [27, 'M28-73C17-76 11-70 11-59V0M0-48H26'],
  g: [46, 'M46-50V0c0 14-10 21-23 21c-9 0-16-3-20-9M46-25a23 25 0 1 0-46 0a23 25 0 1 0 46 0'],
  h: [42, 'M0-74V0M0-26C0-42 9-50 21-50S42-42 42-28V0'],
  i: [0, 'M0-50V0M0-69v.1'],
  j: [12, 'M12-50V2c0 13-6 19-14 18M12-69v.1'],
  k: [38, 'M0-74V0M36-50L0-20M13-31L38 0'],
  l: [0, 'M0-74V0'],
  m: [68, 'M0-50V0M0-28C0-42 7-50 17-50S34-42 34-28V0M34-28C34-42 41-50 51-50S68-42 68-28V0'],
  n: [42, 'M0-50V0M0-26C0-42 9-50 21-50S42-42 42-28V0'],
  o: [46, 'M0-25a23 25 0 1 1 46 0a23 25 0 1 1-46 0'],
  p: [46, 'M0-50V22M0-25a23 25 0 1 1 46 0a23 25 0 1 1-46 0'],
  q: [46, 'M46-50V22M46-25a23 25 0 1 0-46 0a23 25 0 1 0 46 0'],
  r: [24, 'M0-50V0M0-26C0-42 9-50 24-49'],
  s: [36, 'M34-42C31-47 26-50 18-50C9-50 2-45 2-37C2-21 36-31 36-14C36-5 28 0 18 0C9 0 3-3 0-9'],
  t: [27, 'M11-66V-15C11-4 17 0 27-1M0-48H26'],
  u: [42, 'M0-50V-22C0-8 9 0 21 0S42-8 42-24M42-50V0'],
  v: [42, 'M0-50L21 0L42-50'],
  w: [64, 'M0-50L16 0L32-42L48 0L64-50'],
  x: [38, 'M0-50L38 0M38-50L0 0'],
  y: [42, 'M0-50L22-1M42-50L20 8C16 18 11 22 2 21'],
  z: [36, 'M0-50H36L0 0H36'],
  0: [46, 'M0-35C0-58 9-70 23-70S46-58 46-35S37 0 23 0S0-12 0-35Z'],
  1: [24, 'M0-55L20-70V0'],
  2: [44, 'M2-54C4-64 12-70 22-70C34-70 42-62 42-51C42-42 37-36 30-29L0 0H44'],
  3: [42, 'M3-60C7-67 13-70 20-70C32-70 39-62 39-53S31-37 20-37C34-37 42-29 42-19S33 0 20 0C11 0 4-4 0-12'],
  4: [50, 'M38 0V-70L0-20H50'],
  5: [42, 'M38-70H8L4-39C9-43 14-45 21-45C34-45 42-35 42-23S33 0 20 0C11 0 4-4 0-11'],
  6: [46, 'M36-70C16-58 0-40 0-22C0-9 10 0 23 0S46-9 46-22S36-44 23-44C12-44 4-38 0-26'],
  7: [44, 'M0-70H44L14 0'],
  8: [
    44,
    'M22-38C12-38 5-45 5-54S12-70 22-70S39-63 39-54S32-38 22-38C10-38 0-30 0-19S9 0 22 0S44-8 44-19S34-38 22-38Z',
  ],
  9: [46, 'M10 0C30-12 46-30 46-48C46-61 36-70 23-70S0-61 0-48S10-26 23-26C34-26 42-32 46-44'],
  ' ': [22, ''],
  '.': [0, 'M0-2v.1'],
  ',': [4, 'M4-2L0 11'],
  '·': [0, 'M0-32v.1'],
  '-': [22, 'M0-28H22'],
  '%': [64, 'M58-70L6 0M0-54a13 15 0 1 1 26 0a13 15 0 1 1-26 0M38-16a13 15 0 1 1 26 0a13 15 0 1 1-26 0'],
};

const UNITS = 100;
const STROKE = { regular: 8, bold: 12 };
const SPACE_BETWEEN = { regular: 18, bold: 21 };

export type StrokeText = {
  text: string;
  /** Where the text begins, or ends, or has its middle. */
  x: number;
  /** Of the baseline. */
  y: number;
  /** In pixels; capitals are 0.7 of it. */
  size: number;
  align: 'left' | 'center' | 'right';
  weight: 'regular' | 'bold';
  colour: string;
};

/** A line of text as SVG that needs no font. Knows the letters of English, digits and `. , · - %`, else throws RangeError. */
export function strokeTextSvg({ text, x, y, size, align, weight, colour }: StrokeText): string {
  let width = 0;
  const glyphs = [...text].map((character, index) => {
    const glyph = GLYPHS[character];
    if (glyph === undefined) throw new RangeError(`no glyph for ${JSON.stringify(character)}`);
    const left = index === 0 ? 0 : width + SPACE_BETWEEN[weight];
    width = left + glyph[0];
    return `<path transform="translate(${left})" d="${glyph[1]}"/>`;
  });
  const scale = size / UNITS;
  const left = x - { left: 0, center: 0.5, right: 1 }[align] * width * scale;
  return (
    `<g transform="translate(${left} ${y}) scale(${scale})" fill="none" stroke="${colour}" ` +
    `stroke-width="${STROKE[weight]}" stroke-linecap="round" stroke-linejoin="round">${glyphs.join('')}</g>`
  );
}
