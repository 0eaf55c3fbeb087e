import { describe, expect, test } from 'vitest';
import { createReloads, oncePerFrame, REPEATED_MS, unknownOf, withLit } from './live.rules.ts';
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
    const reloads = createReloads(() => new Promise((resolve) => ends.push(resolve)), time, time.nextFrame);
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

test('withLit lights the tiles of events, and counts them', () => {
  const { sections, stats } = withLit(
    MOSAIC,
    new Map([
      ['user 0', 1],
      ['user 2', 1],
      ['a stranger', 1],
    ]),
  );
  expect(sections.map(({ status }) => status)).toEqual(['completed', 'completed', 'completed', 'failed']);
  expect(stats).toEqual({ totalParticipants: 4, completed: 3, pending: 0, failed: 1 });
  expect(MOSAIC.stats.completed).toBe(2);
});

test('withLit returns the same mosaic if nothing is new', () => {
  expect(withLit(MOSAIC, new Map([['user 0', 1]]))).toBe(MOSAIC);
});

test('a response that is late enough knows better than an event', () => {
  const lit = new Map([
    ['early', 1_000],
    ['late', 2_000],
  ]);
  expect([...unknownOf(lit, 1_000 + REPEATED_MS).keys()]).toEqual(['late']);
});
