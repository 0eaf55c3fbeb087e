import { describe, expect, test } from 'vitest';
import { decideState, type TodayFacts, windowsOf } from './today.rules.ts';

const at = (time: string) => new Date(`2026-11-18T${time}:00Z`);
const today = { startsAt: at('09:00'), endsAt: at('11:00') };
const next = { startsAt: new Date('2026-11-19T09:00:00Z'), endsAt: new Date('2026-11-19T11:00:00Z') };
const OPEN: TodayFacts = { status: null, spans: { today, next }, isInChain: false, isRest: false };
const CLOSED: TodayFacts = { ...OPEN, spans: { today, next: null } };

describe('decideState', () => {
  test.each([
    ['not_set_up', { ...OPEN, spans: null }, '09:00'],
    ['paused', CLOSED, '09:00'],
    ['open', { ...CLOSED, isInChain: true }, '09:00'],
    ['before', OPEN, '08:59'],
    ['open', OPEN, '09:00'],
    ['open', OPEN, '10:59'],
    ['late', OPEN, '11:00'],
    ['checked_in', { ...OPEN, status: 'pending' }, '08:00'],
    ['checked_in', { ...CLOSED, status: 'verified' }, '12:00'],
    ['rejected', { ...OPEN, status: 'rejected' }, '10:00'],
  ] as const)('returns %s for %o at %s', (expected, facts, time) => {
    expect(decideState(facts, at(time))).toBe(expected);
  });
});

describe('windowsOf', () => {
  const instants = { opens_at: '2026-11-18T09:00:00.000Z', closes_at: '2026-11-18T11:00:00.000Z' };
  const instantsOfNext = { opens_at: '2026-11-19T09:00:00.000Z', closes_at: '2026-11-19T11:00:00.000Z' };

  test.each([
    ['an open window', OPEN, { ...instants, next: instantsOfNext }],
    ['a closed window', CLOSED, null],
    ['a closed window within a chain', { ...CLOSED, isInChain: true }, { ...instants, next: null }],
    ['no window', { ...OPEN, spans: null }, null],
  ])('returns the instants of %s', (_what, facts, expected) => {
    expect(windowsOf(facts)).toEqual(expected);
  });
});
