import { describe, expect, test } from 'vitest';
import { togetherOrAlone } from './together-or-alone.ts';

/** Processes items together, except the omitted ones, and fails if one of them is bad. Returns all calls. */
async function callsFor(items: readonly string[], { omitted = [], bad }: { omitted?: string[]; bad?: string } = {}) {
  const calls: (readonly string[])[] = [];
  const together = async (all: readonly string[]) => {
    calls.push(all);
    if (bad !== undefined && all.includes(bad)) throw new Error('A bad item.');
    return omitted;
  };
  await togetherOrAlone(items, together, async (item) => {
    calls.push([item]);
  });
  return calls;
}

describe('items', () => {
  test('are processed together', async () => {
    expect(await callsFor(['a', 'b', 'c'])).toEqual([['a', 'b', 'c']]);
  });

  test('that are omitted are processed alone', async () => {
    expect(await callsFor(['a', 'b', 'c'], { omitted: ['b'] })).toEqual([['a', 'b', 'c'], ['b']]);
  });

  test('are all processed alone if one fails', async () => {
    expect(await callsFor(['a', 'b'], { bad: 'b' })).toEqual([['a', 'b'], ['a'], ['b']]);
  });

  test('a single one is processed alone, and none not at all', async () => {
    expect(await callsFor(['a'])).toEqual([['a']]);
    expect(await callsFor([])).toEqual([]);
  });

  test('an error of an item alone is thrown', async () => {
    const fail = async () => {
      throw new Error('Alone.');
    };
    await expect(togetherOrAlone(['a'], async () => [], fail)).rejects.toThrow('Alone.');
  });
});
