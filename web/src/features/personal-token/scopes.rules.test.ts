import { describe, expect, test } from 'vitest';
import { parseScopes, scopesByGroup, sortScopes } from './scopes.rules.ts';

const shown = (isSuperAdmin: boolean) => scopesByGroup(isSuperAdmin).flatMap(({ scopes }) => scopes);

describe('scopesByGroup', () => {
  test('shows each scope once', () => {
    expect(new Set(shown(true)).size).toBe(shown(true).length);
    expect(shown(true)).toContain('admin:read');
  });

  test('shows others no scope of super admins, and no empty group', () => {
    expect(shown(false)).not.toContain('admin:read');
    expect(scopesByGroup(false).map(({ group }) => group)).toEqual(['journal', 'you', 'others', 'news']);
  });
});

describe('parseScopes', () => {
  test.each([
    ['two, in the order of the form', 'goals,journal:read', ['journal:read', 'goals']],
    ['one that does not exist', 'journal:read,journal:burn', ['journal:read']],
    ['one twice', 'goals,goals', ['goals']],
    ['an empty text', '', []],
    ['none', undefined, []],
  ] as const)('reads %s', (_, text, expected) => {
    expect(parseScopes(text)).toEqual(expected);
  });
});

test('sortScopes puts them in the order of the form', () => {
  expect(sortScopes(['lab', 'journal:write', 'journal:read'])).toEqual(['journal:read', 'journal:write', 'lab']);
});
