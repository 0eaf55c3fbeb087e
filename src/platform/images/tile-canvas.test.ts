import sharp from 'sharp';
import { beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { drawTiles, type LoadPhotos } from './tile-canvas.ts';
import type { Picture, Tile, TileStyle } from './tile-shapes.ts';

const BLACK = [0, 0, 0];
const PLAIN: TileStyle = { fill: ['#204060', '#204060'], outline: null, glow: null, symbol: [] };
const STYLES = {
  plain: PLAIN,
  green: { ...PLAIN, fill: ['#008000', '#008000'] as const },
  outlined: { ...PLAIN, fill: ['#000', '#000'] as const, outline: '#ff0000' },
  glowing: { ...PLAIN, glow: '#ffffff' },
  marked: { ...PLAIN, symbol: [{ path: 'M50 50v.1', colour: '#fff', stroke: 40 }] },
};

const tile = (changes: Partial<Tile> = {}): Tile => ({
  x: 100,
  y: 100,
  width: 60,
  height: 60,
  style: 'plain',
  photo: null,
  ...changes,
});

const picture = (changes: Partial<Picture> = {}): Picture => ({
  width: 400,
  height: 300,
  background: ['#000', '#000'],
  emblems: [],
  texts: [],
  styles: STYLES,
  tiles: [tile()],
  ...changes,
});

const noPhotos: LoadPhotos = async (keys) => keys.map(() => null);

let red: Buffer;
beforeAll(async () => {
  red = await photoOf('#e01010');
});

describe('A picture of tiles', () => {
  test('is a PNG with two pixels for each of its own', async () => {
    const metadata = await sharp(await drawTiles(picture(), noPhotos)).metadata();
    expect(metadata).toMatchObject({ format: 'png', width: 800, height: 600, channels: 3 });
  });

  test('has one pixel for each of its own where it is large, so that its memory is bounded', async () => {
    const metadata = await sharp(await drawTiles(picture({ width: 1_200, height: 2_600 }), noPhotos)).metadata();
    expect(metadata).toMatchObject({ width: 1_200, height: 2_600 });
  });

  test('is the same each time', async () => {
    const drawn = await drawTiles(picture(), noPhotos);
    expect(Buffer.from(await drawTiles(picture(), noPhotos)).equals(drawn)).toBe(true);
  });

  test('has tiles with round corners where they are said to be, and its ground around them', async () => {
    const at = await drawn(picture());
    expect(at(130, 130)).toEqual([0x20, 0x40, 0x60]);
    expect(at(130, 100)).toEqual([0x20, 0x40, 0x60]);
    expect(at(159.5, 130)).toEqual([0x20, 0x40, 0x60]);
    expect(at(100, 100)).toEqual(BLACK);
    expect(at(130, 99)).toEqual(BLACK);
    expect(at(160, 130)).toEqual(BLACK);
  });

  test('may have no tiles', async () => {
    expect((await drawn(picture({ tiles: [] })))(200, 150)).toEqual(BLACK);
  });

  test('goes from one colour of its ground to the other, from top to bottom', async () => {
    const at = await drawn(picture({ background: ['#000000', '#0000ff'], tiles: [] }));
    expect(at(10, 0)[2]).toBeLessThan(4);
    expect(at(390, 299.5)[2]).toBeGreaterThan(250);
  });

  test('shows outlines, symbols and light', async () => {
    const at = await drawn(
      picture({
        tiles: [
          tile({ x: 20, style: 'outlined' }),
          tile({ x: 120, style: 'marked' }),
          tile({ x: 220, style: 'marked', width: 16, height: 16 }),
          tile({ x: 300, style: 'glowing' }),
        ],
      }),
    );
    expect(at(20.5, 130)[0]).toBeGreaterThan(200);
    expect(at(50, 130)).toEqual(BLACK);
    expect(at(150, 130)).toEqual([255, 255, 255]);
    expect(at(228, 108), 'a tile too small for its symbol').toEqual([0x20, 0x40, 0x60]);
    expect(at(330, 96)[0], 'light above a tile').toBeGreaterThan(30);
    expect(at(150, 96), 'no light above another one').toEqual(BLACK);
  });

  test('shows emblems and texts', async () => {
    const emblem = { shapes: [{ path: 'M0 0H100V100H0Z', colour: '#00ff00', stroke: null }], x: 10, y: 20, size: 30 };
    const text = { text: 'I', x: 200, y: 80, size: 60, align: 'left', weight: 'bold', colour: '#ffffff' } as const;
    const at = await drawn(picture({ emblems: [emblem], texts: [text] }));
    expect(at(25, 35)).toEqual([0, 255, 0]);
    expect(at(41, 35)).toEqual(BLACK);
    expect(at(204, 60)).toEqual([255, 255, 255]);
  });

  test.each([
    ['to the left', { x: -1 }],
    ['above', { y: -1 }],
    ['to the right', { x: 341 }],
    ['below', { y: 241 }],
  ])('refuses a tile that lies outside, %s', async (_where, place) => {
    await expect(drawTiles(picture({ tiles: [tile(place)] }), noPhotos)).rejects.toThrow(RangeError);
  });

  test('refuses a tile without a style', async () => {
    await expect(drawTiles(picture({ tiles: [tile({ style: 'none' })] }), noPhotos)).rejects.toThrow(RangeError);
  });

  test('of many tiles lets others run all the while', async () => {
    const tiles = Array.from({ length: 2_000 }, (_, index) => tile({ x: index % 300, y: index % 200 }));
    // By this clock each look at it comes a millisecond later, and each tile has one look.
    let now = 0;
    let turns = 0;
    const turnsOfLooks = new Set<number>();
    const clock = vi.spyOn(performance, 'now').mockImplementation(() => {
      turnsOfLooks.add(turns);
      now += 1;
      return now;
    });
    onTestFinished(() => clock.mockRestore());
    const countTurn = () => {
      turns += 1;
      turn = setImmediate(countTurn);
    };
    let turn = setImmediate(countTurn);
    await drawTiles(picture({ tiles }), noPhotos);
    clearImmediate(turn);
    expect(turnsOfLooks.size).toBeGreaterThanOrEqual(2_000 / 10);
  });
});

describe('A photo on a tile', () => {
  test('covers it in its shape, within a frame of its colours', async () => {
    const at = await drawn(picture({ tiles: [tile({ style: 'green', photo: 'red' })] }), async () => [red]);
    expect(at(130, 130)[0]).toBeGreaterThan(200);
    expect(at(130, 130)[1]).toBeLessThan(40);
    expect(at(130, 101)).toEqual([0, 0x80, 0]);
    expect(at(101, 130)).toEqual([0, 0x80, 0]);
    expect(at(100, 100)).toEqual(BLACK);
  });

  test('covers its symbol, too', async () => {
    const at = await drawn(picture({ tiles: [tile({ style: 'marked', photo: 'red' })] }), async () => [red]);
    expect(at(130, 130)[1]).toBeLessThan(40);
  });

  test('may be of any shape and kind', async () => {
    const kinds = [
      await sharp(red).resize(32, 120, { fit: 'fill' }).webp().toBuffer(),
      await sharp(red).greyscale().png().toBuffer(),
      await sharp(red).resize(1, 1).gif().toBuffer(),
      await sharp(red).toColourspace('rgb16').png().toBuffer(),
      await sharp(red).ensureAlpha(0.5).png().toBuffer(),
    ];
    const tiles = kinds.map((_, index) => tile({ x: index * 70, photo: String(index) }));
    const at = await drawn(picture({ tiles }), async (keys) => keys.map((key) => kinds[Number(key)] ?? null));
    for (const { x } of tiles) expect(at(x + 30, 130)).not.toEqual([0x20, 0x40, 0x60]);
    expect(at(30, 130)[0]).toBeGreaterThan(200);
    expect(at(240, 130)[0]).toBeGreaterThan(200);
  });

  test.each([
    ['missing', () => null],
    ['no image', () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script/>')],
    ['empty', () => Buffer.alloc(0)],
    ['cut off', () => red.subarray(0, 200)],
  ])('that is %s leaves the tile as it is', async (_what, bytes) => {
    const at = await drawn(picture({ tiles: [tile({ photo: 'one' })] }), async () => [bytes()]);
    expect(at(130, 130)).toEqual([0x20, 0x40, 0x60]);
  });

  test('is asked for in small batches, each key once and in order', async () => {
    const tiles = Array.from({ length: 70 }, (_, index) => tile({ photo: index % 7 === 0 ? null : String(index) }));
    const asked: (readonly string[])[] = [];
    await drawTiles(picture({ tiles }), async (keys) => {
      asked.push(keys);
      return keys.map(() => red);
    });
    expect(asked.flat()).toEqual(tiles.flatMap(({ photo }) => photo ?? []));
    expect(Math.max(...asked.map((keys) => keys.length))).toBeLessThanOrEqual(32);
  });

  test('goes onto its own tile only', async () => {
    const colours = ['#ff0000', '#00ff00', '#0000ff'];
    const photos = await Promise.all(colours.map(photoOf));
    const tiles = Array.from({ length: 36 }, (_, index) =>
      tile({
        x: (index % 9) * 40,
        y: Math.floor(index / 9) * 40,
        width: 36,
        height: 36,
        photo: index % 4 === 3 ? null : String(index % 4),
      }),
    );
    const at = await drawn(picture({ tiles }), async (keys) => keys.map((key) => photos[Number(key)] ?? null));
    for (const { x, y, photo } of tiles) {
      const brightest = photo === null ? 2 : Number(photo);
      const colour = at(x + 18, y + 18);
      expect(colour[brightest]).toBe(Math.max(...colour));
      if (photo === null) expect(colour).toEqual([0x20, 0x40, 0x60]);
      else expect(colour[brightest]).toBeGreaterThan(240);
    }
  });

  test('that cannot be fetched ends the drawing', async () => {
    const failing: LoadPhotos = async () => {
      throw new Error('the storage is away');
    };
    await expect(drawTiles(picture({ tiles: [tile({ photo: 'one' })] }), failing)).rejects.toThrow(
      'the storage is away',
    );
  });
});

function photoOf(background: string): Promise<Buffer> {
  return sharp({ create: { width: 96, height: 96, channels: 3, background } })
    .jpeg()
    .toBuffer();
}

/** The colour at a place of the picture as it was drawn. */
async function drawn(asked: Picture, loadPhotos = noPhotos): Promise<(x: number, y: number) => number[]> {
  const { data, info } = await sharp(await drawTiles(asked, loadPhotos))
    .raw()
    .toBuffer({ resolveWithObject: true });
  return (x, y) => {
    const start = (y * 2 * info.width + x * 2) * info.channels;
    return [...data.subarray(start, start + 3)];
  };
}
