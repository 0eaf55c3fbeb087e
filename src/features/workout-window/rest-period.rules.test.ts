import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addDays } from '#platform/days/calendar-date.ts';
import {
  applyRestChange,
  changePause,
  changeRestDays,
  firstUnopenedDate,
  isRestDate,
  nextActiveDate,
  pauseOn,
  type RestChange,
  type RestPeriod,
  restDaysOf,
} from './rest-period.rules.ts';
import { dateOfMoment, type WindowFacts } from './workout-window.rules.ts';

/* 18 November 2026 is a Wednesday. */
const WEDNESDAY = '2026-11-18';
const weekly = (weekdays: number[], from: string, until: string | null = null): RestPeriod => ({
  id: `${from} weekly`,
  kind: 'weekly',
  weekdays,
  from,
  until,
});
const pause = (from: string, until: string): RestPeriod => ({
  id: `${from} pause`,
  kind: 'pause',
  weekdays: [1, 2, 3, 4, 5, 6, 7],
  from,
  until,
});

/** Gives the new periods of a change ids. */
function withIds({ added, ...change }: RestChange) {
  return { ...change, added: added.map((period) => ({ ...period, id: `${period.from} ${period.kind}` })) };
}

describe('rest date', () => {
  test.each([
    ['without rest', [], WEDNESDAY, false],
    ['on a rest day', [weekly([3, 7], '2026-11-01')], WEDNESDAY, true],
    ['on another day', [weekly([2, 7], '2026-11-01')], WEDNESDAY, false],
    ['on the first date of a setting', [weekly([3], WEDNESDAY)], WEDNESDAY, true],
    ['before a setting', [weekly([3], '2026-11-19')], WEDNESDAY, false],
    ['on the last date of a setting', [weekly([3], '2026-11-01', WEDNESDAY)], WEDNESDAY, true],
    ['after a setting', [weekly([3], '2026-11-01', '2026-11-17')], WEDNESDAY, false],
    ['on the first date of a pause', [pause(WEDNESDAY, '2026-11-20')], WEDNESDAY, true],
    ['on the last date of a pause', [pause('2026-11-10', WEDNESDAY)], WEDNESDAY, true],
    ['after a pause', [pause('2026-11-10', '2026-11-17')], WEDNESDAY, false],
    ['on a leap day', [weekly([2], '2028-01-01')], '2028-02-29', true],
  ])('%s', (_when, periods, date, expected) => {
    expect(isRestDate(date, periods)).toBe(expected);
  });

  test.each([
    ['the next date', [], '2026-11-19'],
    ['after a weekend', [weekly([4, 5, 6, 7], '2026-11-01')], '2026-11-23'],
    ['after six rest days', [weekly([4, 5, 6, 7, 1, 2], '2026-11-01')], '2026-11-25'],
    ['after a pause and rest days', [pause('2026-11-19', '2026-11-21'), weekly([7], '2026-11-01')], '2026-11-23'],
    ['before a pause', [pause('2026-11-20', '2026-11-21')], '2026-11-19'],
  ])('the next date without rest: %s', (_what, periods, expected) => {
    expect(nextActiveDate(WEDNESDAY, periods)).toBe(expected);
  });
});

const berlin: WindowFacts = { startTime: '18:00', zone: 'Europe/Berlin', since: '2026-11-01' };

describe('first date whose window has not opened', () => {
  test.each([
    ['just before it opens', [berlin], '2026-11-18T16:59:59.999Z', WEDNESDAY],
    ['when it opens', [berlin], '2026-11-18T17:00:00Z', '2026-11-19'],
    [
      'while the window of yesterday is open',
      [{ ...berlin, startTime: '23:00' }],
      '2026-11-18T23:30:00Z',
      '2026-11-19',
    ],
    ['after the window of yesterday', [{ ...berlin, startTime: '23:00' }], '2026-11-19T00:30:00Z', '2026-11-19'],
    ['by the former window', [berlin, { ...berlin, startTime: '22:00' }], '2026-11-18T18:00:00Z', '2026-11-19'],
    ['by the new window', [{ ...berlin, startTime: '22:00' }, berlin], '2026-11-18T18:00:00Z', '2026-11-19'],
    ['further east', [berlin, { ...berlin, zone: 'Pacific/Kiritimati' }], '2026-11-18T12:00:00Z', '2026-11-19'],
  ])('%s', (_when, windows, now, expected) => {
    expect(firstUnopenedDate(windows, new Date(now))).toBe(expected);
  });
});

describe('change of rest days', () => {
  test.each<[string, RestPeriod[], number[], Partial<RestChange>]>([
    ['none yet', [], [7, 6], { added: [{ kind: 'weekly', weekdays: [6, 7], from: WEDNESDAY, until: null }] }],
    ['the same in another order', [weekly([6, 7], '2026-11-01')], [7, 6], {}],
    [
      'others',
      [weekly([6, 7], '2026-11-01')],
      [1],
      {
        ended: [{ id: '2026-11-01 weekly', until: '2026-11-17' }],
        added: [{ kind: 'weekly', weekdays: [1], from: WEDNESDAY, until: null }],
      },
    ],
    ['to none', [weekly([6], '2026-11-01')], [], { ended: [{ id: '2026-11-01 weekly', until: '2026-11-17' }] }],
    ['back, before the change holds', [weekly([6], WEDNESDAY)], [], { deleted: [`${WEDNESDAY} weekly`] }],
    [
      'after a change that holds later, made further east',
      [weekly([6], '2026-11-19')],
      [7],
      {
        deleted: ['2026-11-19 weekly'],
        added: [{ kind: 'weekly', weekdays: [7], from: '2026-11-19', until: null }],
      },
    ],
  ])('%s', (_what, periods, weekdays, expected) => {
    const change = changeRestDays(periods, weekdays, WEDNESDAY);
    expect(change).toEqual({ deleted: [], ended: [], added: [], ...expected });
  });
});

describe('change of a pause', () => {
  const dates = { today: '2026-11-17', firstUnopened: WEDNESDAY };
  const lasting = pause('2026-11-10', '2026-11-25');
  const planned = pause('2026-11-20', '2026-11-25');
  const ended = (until: string) => ({ ended: [{ id: lasting.id, until }] });
  const added = (from: string, until: string) => ({
    added: [{ kind: 'pause' as const, weekdays: [1, 2, 3, 4, 5, 6, 7], from, until }],
  });

  test.each<[string, RestPeriod[], { from: string; until: string } | null, Partial<RestChange>]>([
    ['a new one', [], { from: WEDNESDAY, until: WEDNESDAY }, added(WEDNESDAY, WEDNESDAY)],
    ['of 60 days', [], { from: WEDNESDAY, until: '2027-01-16' }, added(WEDNESDAY, '2027-01-16')],
    ['the same', [lasting], { from: '2026-11-10', until: '2026-11-25' }, {}],
    ['none', [], null, {}],
    ['the end of a lasting one', [lasting], null, ended('2026-11-17')],
    ['a shorter one', [lasting], { from: '2026-11-10', until: '2026-11-17' }, ended('2026-11-17')],
    ['a longer one', [lasting], { from: '2026-11-10', until: '2027-01-08' }, ended('2027-01-08')],
    ['the end of a planned one', [planned], null, { deleted: [planned.id] }],
    [
      'other dates of a planned one',
      [planned],
      { from: '2026-11-20', until: '2026-11-21' },
      { deleted: [planned.id], ...added('2026-11-20', '2026-11-21') },
    ],
    [
      'another one in place of a lasting one',
      [lasting],
      { from: '2026-11-20', until: '2026-11-21' },
      { ...ended('2026-11-17'), ...added('2026-11-20', '2026-11-21') },
    ],
    [
      'none of a lasting one and of the one after it, in a zone further west',
      [pause('2026-11-10', WEDNESDAY), pause('2026-11-19', '2026-11-20')],
      null,
      {
        deleted: [pause('2026-11-19', '2026-11-20').id],
        ended: [{ id: pause('2026-11-10', WEDNESDAY).id, until: '2026-11-17' }],
      },
    ],
    ['one that is over', [pause('2026-11-10', '2026-11-16')], null, {}],
  ])('%s', (_what, periods, wanted, expected) => {
    expect(changePause(periods, wanted, dates)).toEqual({ deleted: [], ended: [], added: [], ...expected });
  });

  test.each<[string, RestPeriod[], { from: string; until: string }, string, typeof dates?]>([
    ['ends before it begins', [], { from: '2026-11-20', until: '2026-11-19' }, 'workout-window.pause-invalid'],
    ['has 61 days', [], { from: WEDNESDAY, until: '2027-01-17' }, 'workout-window.pause-invalid'],
    ['begins on an opened date', [], { from: '2026-11-17', until: '2026-11-19' }, 'workout-window.pause-too-early'],
    [
      'begins earlier than before',
      [lasting],
      { from: '2026-11-09', until: '2026-11-25' },
      'workout-window.pause-too-early',
    ],
    ['ends before today', [lasting], { from: '2026-11-10', until: '2026-11-16' }, 'workout-window.pause-too-early'],
    [
      'grows over a date that has opened since its end',
      [pause('2026-11-10', '2026-11-16')],
      { from: '2026-11-10', until: '2026-11-20' },
      'workout-window.pause-too-early',
      { today: '2026-11-16', firstUnopened: WEDNESDAY },
    ],
    ['grows to 61 days', [lasting], { from: '2026-11-10', until: '2027-01-09' }, 'workout-window.pause-invalid'],
  ])('is refused if it %s', (_what, periods, wanted, code, now = dates) => {
    expect(() => changePause(periods, wanted, now)).toThrow(expect.objectContaining({ code }));
  });
});

describe('history', () => {
  const zone = fc.constantFrom(
    'Europe/Berlin',
    'Pacific/Kiritimati',
    'Pacific/Niue',
    'America/New_York',
    'Asia/Kolkata',
  );
  const window = fc.record({ startTime: fc.constantFrom('00:00', '02:30', '12:00', '23:00'), zone });
  const step = fc.record({
    hours: fc.nat(60),
    window: fc.option(window),
    restDays: fc.option(fc.uniqueArray(fc.integer({ min: 1, max: 7 }), { maxLength: 6 })),
    /** Days from the first date that can change, and length. */
    pause: fc.option(fc.oneof(fc.constant('none' as const), fc.tuple(fc.integer({ min: -2, max: 3 }), fc.nat(20)))),
  });
  /** Clocks change, and a leap day. */
  const start = fc.constantFrom('2026-10-20T10:00:00Z', '2027-03-05T10:00:00Z', '2028-02-20T23:30:00Z');

  test('no change alters what a date was whose window has opened', () => {
    fc.assert(
      fc.property(start, fc.array(step, { maxLength: 12 }), (beginning, steps) => {
        let now = new Date(beginning);
        let facts: WindowFacts = { ...berlin, since: '2020-01-01' };
        let periods: RestPeriod[] = [];
        const dates = Array.from({ length: 60 }, (_, day) => addDays(beginning.slice(0, 10), day - 10));
        for (const { hours, window, restDays, pause: wanted } of steps) {
          now = new Date(now.getTime() + hours * 60 * 60 * 1000);
          const next = { ...facts, ...window };
          const firstUnopened = firstUnopenedDate([facts, next], now);
          const today = dateOfMoment(now, next);
          const before = dates.map((date) => isRestDate(date, periods));
          if (restDays !== null) {
            periods = applyRestChange(periods, withIds(changeRestDays(periods, restDays, firstUnopened)));
            expect(restDaysOf(periods)).toEqual(restDays.toSorted());
          }
          if (wanted !== null) {
            const from = addDays(firstUnopened, wanted === 'none' ? 0 : wanted[0]);
            const asked = wanted === 'none' ? null : { from, until: addDays(from, wanted[1]) };
            try {
              periods = applyRestChange(periods, withIds(changePause(periods, asked, { today, firstUnopened })));
              // One that is shortened to yesterday is over.
              if (asked !== null) expect(pauseOn(today, periods)).toEqual(asked.until < today ? null : asked);
            } catch (error) {
              expect(error).toMatchObject({ code: 'workout-window.pause-too-early' });
            }
          }
          facts = next;
          const after = dates.map((date) => isRestDate(date, periods));
          for (const [index, date] of dates.entries())
            if (date < firstUnopened) expect([date, after[index]]).toEqual([date, before[index]]);
          for (const kind of ['weekly', 'pause']) {
            const sorted = periods
              .filter((one) => one.kind === kind)
              .sort((one, other) => (one.from < other.from ? -1 : 1));
            for (const [index, { until }] of sorted.entries())
              if (sorted[index + 1] !== undefined)
                expect((until ?? '9999') < (sorted[index + 1]?.from ?? '')).toBe(true);
          }
        }
      }),
      { seed: 1, numRuns: 500 },
    );
  });
});
