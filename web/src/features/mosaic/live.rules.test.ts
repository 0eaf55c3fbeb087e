import { describe, expect, test } from 'vitest';
import { createReloads, type KnownCheckIn, oncePerFrame, REPEATED_MS, withCheckIns } from './live.rules.ts';
import type { Mosaic } from './mosaic.ts';
import { testTiles } from './test-tiles.ts';

const CHANGES = 200;
const FRAMES = 60;

/** Frames and timers that a test lets pass. */
function createTime() {
  let waiting: (() => void)[] = [];
  let timers: { run: () => void; ms: number }[] = [];
  return {
    nextFrame: (run: () => void) => {
      waiting.push(run);
    },
    later: (run: () => void, ms: number) => {
      const timer = { run, ms };
      timers.push(timer);
      return () => {
        timers = timers.filter((other) => other !== timer);
      };
    },
    frame: () => {
      const due = waiting;
      waiting = [];
      for (const run of due) run();
    },
    fire: () => {
      const due = timers;
      timers = [];
      for (const { run } of due) run();
      return due.map(({ ms }) => ms);
    },
  };
}

test('200 changes in a second make one paint a frame at most', () => {
  const time = createTime();
  let paints = 0;
  const paint = oncePerFrame(time.nextFrame, () => {
    paints += 1;
  });
  for (let frame = 0; frame < FRAMES; frame += 1) {
    for (let change = 0; change < CHANGES / FRAMES; change += 1) paint();
    expect(paints).toBe(frame);
    time.frame();
    expect(paints).toBe(frame + 1);
  }
  time.frame();
  expect(paints).toBe(FRAMES);
});

test('a change during a paint makes one more', () => {
  const time = createTime();
  let paints = 0;
  const paint = oncePerFrame(time.nextFrame, () => {
    paints += 1;
    if (paints === 1) paint();
  });
  paint();
  time.frame();
  time.frame();
  time.frame();
  expect(paints).toBe(2);
});

describe('createReloads', () => {
  function create() {
    const time = createTime();
    const ends: (() => void)[] = [];
    const reloads = createReloads(() => new Promise((resolve) => ends.push(resolve)), time.nextFrame, time);
    return {
      ...time,
      ...reloads,
      loads: () => ends.length,
      end: async () => {
        ends.at(-1)?.();
        await Promise.resolve();
        await Promise.resolve();
      },
    };
  }

  test('200 changes in a second make one request a frame at most, and one at a time', async () => {
    const { changed, frame, loads, end } = create();
    for (let at = 0; at < FRAMES; at += 1) {
      for (let change = 0; change < CHANGES / FRAMES; change += 1) changed();
      frame();
    }
    expect(loads()).toBe(1);
    await end();
    frame();
    expect(loads()).toBe(2);
    await end();
    frame();
    expect(loads()).toBe(2);
  });

  test('asks once more when the response of before can no longer be repeated', async () => {
    const { changed, frame, fire, loads, end } = create();
    changed();
    changed();
    frame();
    await end();
    expect(fire()).toEqual([REPEATED_MS]);
    frame();
    expect(loads()).toBe(2);
    await end();
    expect(fire()).toEqual([]);
  });

  test('waits for nothing after its end', async () => {
    const { changed, frame, fire, stop, end, loads } = create();
    changed();
    frame();
    await end();
    stop();
    expect([loads(), fire()]).toEqual([1, []]);
  });
});

const MOSAIC = {
  sections: testTiles(4),
  stats: { totalParticipants: 4, completed: 2, pending: 1, failed: 1 },
} as unknown as Mosaic;

describe('withCheckIns', () => {
  const checkIns: KnownCheckIn[] = [
    { user_id: 'user 2', status: 'verified' },
    { user_id: 'user 0', status: 'rejected' },
    { user_id: 'user 3', status: 'pending' },
    { user_id: 'a stranger', status: 'verified' },
  ];
  const statesOf = ({ sections }: Mosaic) => sections.map(({ status }) => status);

  test('shows what is decided, and counts it', () => {
    const shown = withCheckIns(MOSAIC, checkIns, { mosaic: 5_000, checkIns: 5_000 });
    expect(statesOf(shown)).toEqual(['failed', 'completed', 'completed', 'failed']);
    expect(shown.stats).toEqual({ totalParticipants: 4, completed: 2, pending: 0, failed: 2 });
    expect(statesOf(MOSAIC)).toEqual(['completed', 'completed', 'pending', 'failed']);
  });

  test.each([
    ['before them', 1_000, true],
    ['a moment after them', 5_000 + REPEATED_MS - 1, true],
    ['so late that it knows them', 5_000 + REPEATED_MS, false],
  ])('of a mosaic that was loaded %s', (_when, mosaic, isChanged) => {
    expect(withCheckIns(MOSAIC, checkIns, { mosaic, checkIns: 5_000 }) !== MOSAIC).toBe(isChanged);
  });

  test('is the same mosaic if nothing is new', () => {
    const known: KnownCheckIn[] = [{ user_id: 'user 1', status: 'verified' }];
    expect(withCheckIns(MOSAIC, known, { mosaic: 1, checkIns: 1 })).toBe(MOSAIC);
  });
});
