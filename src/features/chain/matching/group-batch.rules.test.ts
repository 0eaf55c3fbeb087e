import { describe, expect, test } from 'vitest';
import { batchGroups, USERS_PER_BATCH } from './group-batch.rules.ts';

describe('batches of groups', () => {
  const half = USERS_PER_BATCH / 2;

  test.each([
    ['no groups', [], [], []],
    ['groups that fit together', [half, half], [], [['0', '1']]],
    ['a group that no longer fits', [half, half, 1], [], [['0', '1'], ['2']]],
    ['a large group between small ones', [1, USERS_PER_BATCH + 1, 1], [], [['0'], ['1'], ['2']]],
    ['groups without windows', [1, 1], ['former', 'gone'], [['0', '1'], ['former'], ['gone']]],
  ])('%s', (_what, windows, closed, batches) => {
    const open = windows.map((count, index) => ({ group: String(index), windows: count }));
    expect([...batchGroups(open, closed)]).toEqual(batches);
  });
});
