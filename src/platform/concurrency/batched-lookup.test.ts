import { expect, test } from 'vitest';
import { asRun, runBeganAt } from '../run.ts';
import { createBatchedLookup } from './batched-lookup.ts';

/** Looks words up by their length, and notes each call. */
function openLookup(respond = async (keys: readonly string[]) => new Map(keys.map((key) => [key, key.length]))) {
  const calls: (readonly string[])[] = [];
  const find = createBatchedLookup((keys: readonly string[]) => {
    calls.push(keys);
    return respond(keys);
  });
  return { calls, find };
}

test('keys of one turn of the event loop share a call, each with its own answer', async () => {
  const { calls, find } = openLookup();
  expect(await Promise.all(['a', 'bb', 'a', 'ccc'].map(find))).toEqual([1, 2, 1, 3]);
  expect(calls).toEqual([['a', 'bb', 'ccc']]);
});

test('nothing is remembered: the same key is looked up again', async () => {
  const { calls, find } = openLookup();
  await find('a');
  await find('a');
  expect(calls).toEqual([['a'], ['a']]);
});

test('a key that comes while a call is under way waits for the next one', async () => {
  let finish: () => void = () => undefined;
  const isFinished = new Promise<void>((resolve) => {
    finish = resolve;
  });
  const { calls, find } = openLookup(async (keys) => {
    if (keys.includes('slow')) await isFinished;
    return new Map(keys.map((key) => [key, key.length]));
  });
  const slow = find('slow');
  await expect.poll(() => calls.length).toBe(1);
  expect(await find('new')).toBe(3);
  finish();
  expect(await slow).toBe(4);
  expect(calls).toEqual([['slow'], ['new']]);
});

test('a key that nothing is known of is undefined, and a call that fails fails for all who share it', async () => {
  const { find } = openLookup(async () => new Map());
  expect(await find('a')).toBeUndefined();
  const broken = openLookup(async () => {
    throw new Error('no answer');
  });
  const outcomes = await Promise.allSettled([broken.find('a'), broken.find('b')]);
  expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  await expect(broken.find('c')).rejects.toThrow('no answer');
});

test('a call is no part of the run that opened it: others share it', async () => {
  const record = async () => undefined;
  const outputLost = () => new Error('lost');
  const run = { seed: 'x', beganAt: new Date(0), recorded: new Map(), record, outputLost, isOver: false };
  const began: (Date | undefined)[] = [];
  const { find } = openLookup(async () => {
    began.push(runBeganAt());
    return new Map();
  });
  await asRun(run, async () => {
    await find('a');
    began.push(runBeganAt());
  });
  expect(began).toEqual([undefined, run.beganAt]);
});
