import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { type TextLine, textSvg } from './text-svg.ts';

const LETTERS = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789.,·-%'];
const CANVAS = { width: 400, height: 120 };

const line = (text: string, changes: Partial<TextLine> = {}): TextLine => ({
  text,
  x: 200,
  y: 80,
  size: 60,
  align: 'left',
  weight: 'regular',
  colour: '#fff',
  ...changes,
});

describe('A line of text in paths', () => {
  test.each(LETTERS)('draws %s of its own, upright between its line and the top of capitals', async (letter) => {
    const ink = await inkOf(line(letter));
    expect(ink.pixels).toBeGreaterThan(8);
    // The tallest reach 0.77 of the size above the baseline, the deepest 0.21 below it.
    expect(ink.top).toBeGreaterThanOrEqual(80 - 0.8 * 60 - 1);
    expect(ink.bottom).toBeLessThanOrEqual(80 + 0.28 * 60 + 1);
  });

  test('draws no two letters alike', () => {
    expect(new Set(LETTERS.map((letter) => textSvg(line(letter)))).size).toBe(LETTERS.length);
  });

  test('needs no font', () => {
    expect(textSvg(line('Saturday, 21 November 2026'))).not.toMatch(/<text|font/);
  });

  test('begins, ends, or has its middle where it is asked for', async () => {
    const text = 'Meadow';
    const left = await inkOf(line(text, { align: 'left' }));
    const center = await inkOf(line(text, { align: 'center' }));
    const right = await inkOf(line(text, { align: 'right' }));
    expect(left.left).toBeCloseTo(200, -0.7);
    expect((center.left + center.right) / 2).toBeCloseTo(200, -0.7);
    expect(right.right).toBeCloseTo(199, -0.7);
  });

  test('is twice as large at twice the size, and has more ink in bold', async () => {
    const small = await inkOf(line('Nn', { size: 40 }));
    const large = await inkOf(line('Nn', { size: 80 }));
    expect((large.right - large.left) / (small.right - small.left)).toBeCloseTo(2, 0);
    expect((await inkOf(line('Nn', { weight: 'bold' }))).pixels).toBeGreaterThan(
      (await inkOf(line('Nn'))).pixels * 1.2,
    );
  });

  test('may be empty', async () => {
    expect((await inkOf(line(''))).pixels).toBe(0);
    expect((await inkOf(line(' ', { align: 'right' }))).pixels).toBe(0);
  });

  test.each(['é', '<', '"', '&', '🌻', '\n', '_'])('refuses %j, which it does not know', (text) => {
    expect(() => textSvg(line(`a${text}`))).toThrow(RangeError);
  });
});

async function inkOf(text: TextLine) {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="400" height="120">${textSvg(text)}</svg>`;
  const alpha = await sharp(Buffer.from(svg)).extractChannel('alpha').raw().toBuffer();
  const inked = [...alpha.entries()].filter(([, value]) => value > 64).map(([index]) => index);
  const columns = inked.map((index) => index % CANVAS.width);
  const rows = inked.map((index) => Math.floor(index / CANVAS.width));
  return {
    pixels: inked.length,
    left: Math.min(...columns),
    right: Math.max(...columns),
    top: Math.min(...rows),
    bottom: Math.max(...rows),
  };
}
