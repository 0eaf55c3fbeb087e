import { expect, test } from 'vitest';
import { menuOf, parentOf } from './menu.ts';

test.each([
  ['/me/tokens/new', '/me/tokens'],
  ['/me/tokens', undefined],
  ['/me/tokens-of-others', undefined],
  ['/me', undefined],
])('the parent of %s is %s', (path, parent) => {
  expect(parentOf(path)?.path).toBe(parent);
});

test.each([
  ['user', false],
  ['super_admin', true],
] as const)('the menu of a %s leads to the administration: %s', (role, leads) => {
  const paths = menuOf(role).flatMap(({ items }) => items.map(({ path }) => path));
  expect(paths.includes('/admin')).toBe(leads);
  expect(paths).toContain('/me/profile');
});
