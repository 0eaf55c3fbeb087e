import { expect, test } from 'vitest';
import { TYPING_MS, type Typing, withoutUser, withSignal } from './typing.rules.ts';

const NONE: Typing = new Map();
const namesOf = (typing: Typing) => [...typing.keys()];

test('a signal counts for six seconds, and again from the next one', () => {
  const ada = withSignal(NONE, 'ada', 0);
  expect(namesOf(withSignal(ada, 'mira', TYPING_MS - 1))).toEqual(['ada', 'mira']);
  expect(namesOf(withSignal(ada, 'mira', TYPING_MS))).toEqual(['mira']);
  const again = withSignal(ada, 'ada', TYPING_MS - 1);
  expect(namesOf(withoutUser(again, 'mira', TYPING_MS))).toEqual(['ada']);
});

test('a message ends it', () => {
  expect(namesOf(withoutUser(withSignal(NONE, 'ada', 0), 'ada', 1))).toEqual([]);
});
