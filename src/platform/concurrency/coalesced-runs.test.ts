import { expect, test } from 'vitest';
import { createCoalescedRuns } from './coalesced-runs.ts';

const settle = () => new Promise((resolve) => setImmediate(resolve));

/** Runs that are noted with what was asked, and end when `finish` says so; rests that end when `endRests` does. */
function createWorld({ concurrency = 2, restMs = 0 } = {}) {
  const started: string[] = [];
  const ends: (() => void)[] = [];
  const rests: (() => void)[] = [];
  const errors: unknown[] = [];
  const runs = createCoalescedRuns<string>({
    concurrency,
    run: async (key, details) => {
      started.push(`${key} ${[...details].join('+')}`);
      await new Promise<void>((end) => ends.push(end));
      if (details.has('broken')) throw new RangeError('broken');
      return restMs;
    },
    onError: (error) => errors.push(error),
    pause: (milliseconds, signal) => {
      expect(milliseconds).toBe(restMs);
      return new Promise<void>((end) => {
        rests.push(end);
        signal.addEventListener('abort', () => end());
      });
    },
  });
  /** Whether the promise of each call has resolved. */
  const responded: string[] = [];
  const ask = (key: string, detail: string) => void runs.ask(key, detail).then(() => responded.push(detail));
  const finish = async () => {
    ends.shift()?.();
    await settle();
  };
  const endRests = async () => {
    for (const end of rests.splice(0)) end();
    await settle();
  };
  return { runs, started, errors, responded, ask, finish, endRests };
}

test('sixty changes of one group lead to two runs, and each is answered after a run that began later', async () => {
  const { started, responded, ask, finish } = createWorld();
  for (let change = 1; change <= 60; change++) ask('a', `${change}`);
  await settle();
  expect(started).toEqual(['a 1']);
  await finish();
  expect([started.length, responded]).toEqual([2, ['1']]);
  await finish();
  expect([started.length, responded.length]).toEqual([2, 60]);
});

test('a quiet group runs at once, each time', async () => {
  const { started, ask, finish } = createWorld();
  for (const change of ['1', '2', '3']) {
    ask('a', change);
    await finish();
  }
  expect(started).toEqual(['a 1', 'a 2', 'a 3']);
});

test('a resting group is run once afterwards, and no caller waits for it', async () => {
  const { started, responded, ask, finish, endRests } = createWorld({ restMs: 5_000 });
  ask('a', '1');
  ask('a', '2');
  await finish();
  expect([started, responded]).toEqual([['a 1'], ['1', '2']]);
  for (const change of ['3', '4']) ask('a', change);
  await settle();
  expect([started.length, responded]).toEqual([1, ['1', '2', '3', '4']]);
  await endRests();
  expect(started).toEqual(['a 1', 'a 2+3+4']);
  await finish();
  await endRests();
  ask('a', '5');
  await settle();
  expect(started.at(-1)).toBe('a 5');
});

test('groups run beside each other as far as there is room, first in, first out', async () => {
  const { started, ask, finish } = createWorld({ concurrency: 1 });
  ask('a', '1');
  ask('a', '2');
  ask('b', '3');
  ask('c', '4');
  await finish();
  await finish();
  await finish();
  expect(started).toEqual(['a 1', 'b 3', 'c 4', 'a 2']);
});

test('a run that fails is told, and those after it run', async () => {
  const { started, errors, responded, ask, finish } = createWorld();
  ask('a', 'broken');
  ask('a', '2');
  await settle();
  await finish();
  await finish();
  expect(errors).toEqual([expect.any(RangeError)]);
  expect([started, responded]).toEqual([
    ['a broken', 'a 2'],
    ['broken', '2'],
  ]);
});

test('on closing, what was asked is run without further rest', async () => {
  const { runs, started, ask, finish } = createWorld({ restMs: 5_000 });
  ask('a', '1');
  await finish();
  ask('a', '2');
  const closed = runs.close();
  await settle();
  expect(started).toEqual(['a 1', 'a 2']);
  await finish();
  await closed;
});
