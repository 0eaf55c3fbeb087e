import { expect, test } from 'vitest';
import { bytesOf } from './push-key.rules.ts';

test('bytesOf', () => {
  expect([...bytesOf('_-8A')]).toEqual([255, 239, 0]);
});
