import { expect, test } from 'vitest';
import { checkEntry, placesOf } from './entry.rules.ts';

const FIRST = { better: 0, before: 0 };

test.each([
  ['nobody', [], FIRST, []],
  ['one', [7], FIRST, [1]],
  ['different scores', [9, 5, -1], FIRST, [1, 2, 3]],
  ['the same score', [4, 4, 4], FIRST, [1, 1, 1]],
  ['ties, after which as many are left out', [9, 7, 7, 7, 2, 2, 1], FIRST, [1, 2, 2, 2, 5, 5, 7]],
  ['a page that begins with another score', [5, 5, 3], { better: 4, before: 4 }, [5, 5, 7]],
  ['a page that begins within a tie', [5, 5, 3], { better: 2, before: 4 }, [3, 3, 7]],
])('the places of %s', (_whom, scores, standing, places) => {
  expect(placesOf(scores, standing)).toEqual(places);
});

test('somebody enters a public template of their own', () => {
  expect(checkEntry({ isOwn: true, isPublic: true })).toBeNull();
  expect(checkEntry({ isOwn: true, isPublic: false })).toMatchObject({ code: 'competition.template-not-public' });
  expect(checkEntry({ isOwn: false, isPublic: true })).toMatchObject({ code: 'competition.not-your-template' });
});
