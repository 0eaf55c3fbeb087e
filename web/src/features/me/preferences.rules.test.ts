import { describe, expect, test } from 'vitest';
import { applyChange, byCategory } from './preferences.rules.ts';

const mentioned = { kind: 'mentioned', category: 'journal', inbox: true, push: true, is_required: false } as const;
const due = { kind: 'goal_due', category: 'goals', inbox: true, push: false, is_required: false } as const;
const shared = { ...mentioned, kind: 'entry_shared' } as const;
const preferences = { kinds: [mentioned, due, shared], quiet_hours: { start: '22:00', end: '07:00' } };

describe('applyChange', () => {
  test('changes one switch', () => {
    const { kinds } = applyChange(preferences, { kinds: [{ kind: 'goal_due', push: true }] });
    expect(kinds).toEqual([mentioned, { ...due, push: true }, shared]);
  });

  test('ends push with the inbox', () => {
    const { kinds } = applyChange(preferences, { kinds: [{ kind: 'mentioned', inbox: false }] });
    expect(kinds[0]).toEqual({ ...mentioned, inbox: false, push: false });
  });

  test('keeps quiet hours that are not in the change', () => {
    expect(applyChange(preferences, {}).quiet_hours).toEqual(preferences.quiet_hours);
  });

  test('ends quiet hours', () => {
    expect(applyChange(preferences, { quiet_hours: null }).quiet_hours).toBeNull();
  });
});

test('byCategory', () => {
  expect(byCategory(preferences.kinds)).toEqual([
    ['journal', [mentioned, shared]],
    ['goals', [due]],
  ]);
});
