import { expect, test } from 'vitest';
import { parentOf } from './menu.ts';

test.each([
  ['/me/tokens/new', '/me/tokens'],
  ['/me/tokens', undefined],
  ['/me/tokens-of-others', undefined],
  ['/me', undefined],
])('the parent of %s is %s', (path, parent) => {
  expect(parentOf(path)?.path).toBe(parent);
});
