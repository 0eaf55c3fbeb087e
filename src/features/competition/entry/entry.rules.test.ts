import { expect, test } from 'vitest';
import { checkEntry, ranksOf } from './entry.rules.ts';

const FIRST = { better: 0, before: 0 };

test.each([
  ['no entries', [], FIRST, []],
  ['one entry', [7], FIRST, [1]],
  ['different scores', [9, 5, -1], FIRST, [1, 2, 3]],
  ['equal scores', [4, 4, 4], FIRST, [1, 1, 1]],
  ['ties, and skips the ranks after them', [9, 7, 7, 7, 2, 2, 1], FIRST, [1, 2, 2, 2, 5, 5, 7]],
  ['a page that starts with another score', [5, 5, 3], { better: 4, before: 4 }, [5, 5, 7]],
  ['a page that starts within a tie', [5, 5, 3], { better: 2, before: 4 }, [3, 3, 7]],
])('ranks %s', (_what, scores, offset, ranks) => {
  expect(ranksOf(scores, offset)).toEqual(ranks);
});

test('users can enter only public templates of their own', () => {
  expect(() => checkEntry({ isOwn: true, isPublic: true })).not.toThrow();
  const refuses = (code: string) => expect.objectContaining({ code });
  expect(() => checkEntry({ isOwn: true, isPublic: false })).toThrow(refuses('competition.template-not-public'));
  expect(() => checkEntry({ isOwn: false, isPublic: true })).toThrow(refuses('competition.not-your-template'));
});
