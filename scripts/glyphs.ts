import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import opentype from 'opentype.js';

const CHARACTERS = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789 .,·-%'];
const WEIGHTS = { regular: 400, bold: 700 };

/** The source file with the outlines of Inter that drawings use: [advance, left, right, path of SVG] for each character. */
export async function describeGlyphs(): Promise<string> {
  const fonts = await Promise.all(
    Object.entries(WEIGHTS).map(async ([name, weight]) => [name, await readFont(weight)] as const),
  );
  const [, first] = fonts[0] ?? [];
  const lines = fonts.flatMap(([name, font]) => [
    `  ${name}: {`,
    ...CHARACTERS.map((character) => `    ${JSON.stringify(character)}: ${JSON.stringify(glyphOf(font, character))},`),
    '  },',
  ]);
  return [
    '// Outlines of Inter, Copyright 2016 The Inter Project Authors (https://github.com/rsms/inter), under the SIL Open Font',
    '// License 1.1: see inter.LICENSE.txt. Made from @fontsource/inter by `npm run generate`.',
    '',
    `export const UNITS_PER_EM = ${first?.unitsPerEm};`,
    '',
    'export const INTER = {',
    ...lines,
    '} as const;',
    '',
  ].join('\n');
}

/** The licence that has to go with the outlines. */
export async function describeGlyphLicence(): Promise<string> {
  return readFile(fileURLToPath(import.meta.resolve('@fontsource/inter/LICENSE')), 'utf8');
}

async function readFont(weight: number): Promise<opentype.Font> {
  const file = import.meta.resolve(`@fontsource/inter/files/inter-latin-${weight}-normal.woff`);
  return opentype.parse(new Uint8Array(await readFile(fileURLToPath(file))).buffer);
}

function glyphOf(font: opentype.Font, character: string): [number, number, number, string] {
  const glyph = font.charToGlyph(character);
  const path = glyph.getPath(0, 0, font.unitsPerEm);
  const { x1, x2 } = path.getBoundingBox();
  const advance = glyph.advanceWidth ?? 0;
  // A space has no ink: its bounds are its advance.
  return path.commands.length === 0 ? [advance, 0, advance, ''] : [advance, x1, x2, path.toPathData(0)];
}
