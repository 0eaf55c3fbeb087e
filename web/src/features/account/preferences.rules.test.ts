import { describe, expect, test } from 'vitest';
import { hasPlace, PLACES, type Place } from '../../app/places.ts';
import { applyChange, byCategory, isOffered } from './preferences.rules.ts';

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

describe('isOffered', () => {
  test.each([
    ['chain_broken', 'chain', 'checkIn'],
    ['drops_awarded', 'drops', 'wallet'],
    ['tone_pack_bought', 'packs', 'tonePacks'],
    ['opportunity_decided', 'lab', 'lab'],
    ['badge_reached', 'encouragement', 'badges'],
  ] as const)('is true for %s (%s) only where there is a screen: %s', (kind, category, screen) => {
    const places = Object.keys(PLACES) as Place[];
    const leading = places.filter((open) => isOffered({ kind, category }, false, (place) => place === open));
    expect(leading).toEqual([screen]);
    expect(isOffered({ kind, category }, false)).toBe(hasPlace(screen));
  });

  test.each([
    ['sign_in_changed', 'account'],
    ['added_to_group', 'groups'],
    ['mentioned', 'journal'],
    ['goal_due', 'goals'],
    ['drop_received', 'encouragement'],
  ] as const)('is true for %s (%s) without any other screen', (kind, category) => {
    expect(isOffered({ kind, category }, false, () => false)).toBe(true);
  });

  test('is true for the chain of a user with a window', () => {
    expect(isOffered({ kind: 'chain_broken', category: 'chain' }, true, () => false)).toBe(true);
  });
});
