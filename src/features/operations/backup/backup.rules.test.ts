import { describe, expect, test } from 'vitest';
import { backupNameOf, isOverdue, listExpiredBackups, madeAtOf } from './backup.rules.ts';

const at = (text: string) => new Date(text.length === 10 ? `${text}T04:30:00Z` : text);

describe('the name of a backup', () => {
  test.each([
    [false, 'meadow-2026-01-31T04-30-00Z.tar.gz'],
    [true, 'meadow-2026-01-31T04-30-00Z.tar.gz.age'],
  ])('tells its instant; encrypted: %s', (isEncrypted, name) => {
    expect(backupNameOf(at('2026-01-31'), isEncrypted)).toBe(name);
    expect(madeAtOf(name)).toEqual(at('2026-01-31'));
  });

  test.each([
    'meadow-2026-01-31.tar.gz',
    'meadow-2026-01-31T04-30-00Z.tar.gz.5f0c.part',
    'meadow-2026-99-31T04-30-00Z.tar.gz',
    'before-the-update.tar.gz',
    'notes.txt',
  ])('is none of others: %s', (name) => {
    expect(madeAtOf(name)).toBeNull();
  });
});

describe('which backups are deleted', () => {
  const expired = (days: readonly string[], keepDays: number, keepWeeks: number) => {
    const backups = days.map((day) => ({ name: day, madeAt: at(day), sizeBytes: 1 }));
    return listExpiredBackups(backups, { keepDays, keepWeeks }).map(({ name }) => name);
  };

  test.each([
    ['none of the newest days', ['2026-01-31', '2026-01-30'], 2, 0, []],
    ['the days before them', ['2026-01-31', '2026-01-30', '2026-01-29'], 2, 0, ['2026-01-29']],
    ['days without a backup do not count', ['2026-01-31', '2025-06-01'], 2, 0, []],
    ['all but the last one of a day', ['2026-01-31T04:30:00Z', '2026-01-31T09:00:00Z'], 7, 4, ['2026-01-31T04:30:00Z']],
    // The 26th is a Monday, the 25th a Sunday.
    [
      'all but the last one of a week',
      ['2026-01-28', '2026-01-27', '2026-01-26', '2026-01-25', '2026-01-24'],
      1,
      2,
      ['2026-01-27', '2026-01-26', '2026-01-24'],
    ],
    ['never the only one', ['2020-01-01'], 1, 0, []],
  ])('%s', (_name, days, keepDays, keepWeeks, result) => {
    expect(expired(days, keepDays, keepWeeks)).toEqual(result);
  });

  test('a year of days leaves seven days, and Sundays of four weeks', () => {
    const days = Array.from({ length: 365 }, (_, day) => new Date(Date.UTC(2026, 0, 1 + day, 4, 30)).toISOString());
    const kept = days.filter((day) => !expired(days, 7, 4).includes(day)).map((day) => day.slice(0, 10));
    expect(kept).toEqual([
      '2026-12-13',
      '2026-12-20',
      '2026-12-25',
      '2026-12-26',
      '2026-12-27',
      '2026-12-28',
      '2026-12-29',
      '2026-12-30',
      '2026-12-31',
    ]);
  });
});

describe('a backup is overdue', () => {
  const now = at('2026-01-31T12:00:00Z');
  test.each([
    [at('2026-01-29T12:00:00Z'), at('2026-01-01'), false],
    [at('2026-01-29T11:59:59Z'), at('2026-01-31'), true],
    [null, at('2026-01-30'), false],
    [null, at('2026-01-29T11:59:59Z'), true],
  ])('last one %o, started %o: %s', (lastBackupAt, startedAt, result) => {
    expect(isOverdue(lastBackupAt, startedAt, now)).toBe(result);
  });
});
