import { monitorEventLoopDelay } from 'node:perf_hooks';
import sharp from 'sharp';
import { runYielding, stringifyYielding } from '#platform/concurrency/cooperative.ts';
import { drawTiles } from '#platform/images/tile-canvas.ts';
import { layOutInSteps, type Participant } from '../../src/features/mosaic/mosaic.rules.ts';
import { describePicture } from '../../src/features/mosaic/picture.template.ts';

/*
 * A process of its own for each size, so that its memory is that of one size. It is given the numbers of people and of rounds,
 * and writes its measurement as a line of JSON.
 */

/** Times are in milliseconds, one a round. */
export type MosaicMeasurement = {
  people: number;
  /** How many of the tiles show a photo. */
  photos: number;
  layout: number[];
  json: number[];
  drawing: number[];
  /** For how long others had to wait meanwhile: the longest time of all, and the one that 1 % of the times exceed. */
  longestBlock: number[];
  blockOf99Percent: number[];
  pngKilobytes: number;
  /** The most that the process ever held. */
  megabytes: number;
};

type Round = Record<'layout' | 'json' | 'drawing' | 'longestBlock' | 'blockOf99Percent', number>;

const DATE = '2026-11-21';
const STATUSES = ['completed', 'completed', 'completed', 'failed', 'pending'] as const;
const TEAMS = ['red', 'blue'] as const;
const DIFFERENT_PHOTOS = 16;
const PHOTO_PIXELS = 192;

async function measure(count: number, rounds: number): Promise<MosaicMeasurement> {
  const people = peopleOf(count);
  const files = await Promise.all(Array.from({ length: DIFFERENT_PHOTOS }, photoOf));
  const photoKeys = new Map(people.map(({ userId }, index) => [userId, String(index % DIFFERENT_PHOTOS)]));
  const load = async (keys: readonly string[]) => keys.map((key) => files[Number(key)] ?? null);
  const times: Round[] = [];
  let photos = 0;
  let pngKilobytes = 0;
  for (let round = 0; round < rounds; round += 1) {
    const delay = monitorEventLoopDelay({ resolution: 1 });
    delay.enable();
    const [mosaic, layout] = await timed(() => runYielding(layOutInSteps(DATE, people)));
    const [, json] = await timed(() => stringifyYielding(mosaic.sections, (section) => section));
    const [png, drawing] = await timed(() => {
      const picture = describePicture(DATE, mosaic, photoKeys);
      photos = picture.tiles.filter(({ photo }) => photo !== null).length;
      return drawTiles(picture, load);
    });
    delay.disable();
    const [longestBlock, blockOf99Percent] = [delay.max / 1e6, delay.percentile(99) / 1e6];
    times.push({ layout, json, drawing, longestBlock, blockOf99Percent });
    pngKilobytes = Math.round(png.length / 1024);
  }
  return {
    people: count,
    photos,
    layout: times.map(({ layout }) => layout),
    json: times.map(({ json }) => json),
    drawing: times.map(({ drawing }) => drawing),
    longestBlock: times.map(({ longestBlock }) => longestBlock),
    blockOf99Percent: times.map(({ blockOf99Percent }) => blockOf99Percent),
    pngKilobytes,
    megabytes: Math.round(process.resourceUsage().maxRSS / 1024),
  };
}

/** Three of five have completed the day. All of them want their photo to be seen, where the tiles are large enough. */
function peopleOf(count: number): Participant[] {
  return Array.from({ length: count }, (_, index) => ({
    userId: `0199a000-0000-7000-8000-${index.toString(16).padStart(12, '0')}`,
    userName: `Person ${index}`,
    isAi: false,
    status: STATUSES[index % STATUSES.length] ?? 'pending',
    teamColor: TEAMS[index % TEAMS.length] ?? 'red',
  }));
}

/** Noise over one colour: it takes as long to decode as any photo of its size. */
async function photoOf(_: unknown, index: number): Promise<Uint8Array> {
  const background = { r: index * 15, g: 120, b: 240 - index * 15 };
  const noise = { type: 'gaussian' as const, mean: 128, sigma: 30 };
  const size = { width: PHOTO_PIXELS, height: PHOTO_PIXELS, channels: 3 as const };
  const grain = await sharp({ create: { ...size, background, noise } })
    .png()
    .toBuffer();
  return sharp({ create: { ...size, background } })
    .composite([{ input: grain, blend: 'soft-light' }])
    .jpeg()
    .toBuffer();
}

async function timed<Result>(work: () => Promise<Result>): Promise<[Result, number]> {
  const start = performance.now();
  const result = await work();
  return [result, performance.now() - start];
}

const [people = 0, rounds = 0] = process.argv.slice(2).map(Number);
process.stdout.write(`${JSON.stringify(await measure(people, rounds))}\n`);
