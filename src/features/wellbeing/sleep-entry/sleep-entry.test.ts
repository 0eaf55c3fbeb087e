import { describe, expect, test } from 'vitest';
import { startTestApp } from '#test/start-test-app.ts';
import { INVALID_DATES, testRecords } from '../test-records.ts';

const app = await startTestApp();
const { person, call } = app;

const NIGHT = { sleep_date: '2026-02-28', hours: 7.5, quality: 4 };

const { write, rowsOf, testList, testListOfDates, testCreation, testChange, testDeletion } = testRecords(app, {
  path: '/api/sleep-entries',
  table: 'sleep_entry',
  plural: 'sleep_entries',
  date: 'sleep_date',
  required: NIGHT,
  complete: () => ({ sleep_date: '2026-03-01', hours: 6.25, quality: 2, note: 'A storm' }),
  changed: { hours: 8 },
  columnsOf: (fields: { hours?: number }) => ({ ...fields, hours: fields.hours?.toFixed(2) }),
  widest: [
    { what: 'no hours at all', fields: { hours: 0 } },
    { what: 'a hundredth of an hour', fields: { hours: 0.01 } },
    { what: 'hours of two decimals', fields: { hours: 7.29 } },
    { what: 'all hours', fields: { hours: 24 } },
    { what: 'the lowest quality', fields: { quality: 1 } },
    { what: 'the highest quality', fields: { quality: 5 } },
    { what: 'no note', fields: { note: '' } },
    { what: 'a note of 2,000 characters of four bytes', fields: { note: '🌻'.repeat(2_000) } },
    { what: 'the first day', fields: { sleep_date: '1900-01-01' } },
    { what: 'the last day', fields: { sleep_date: '9999-12-31' } },
  ],
  invalid: [
    { what: 'hours below 0', fields: { hours: -0.01 } },
    { what: 'hours above 24', fields: { hours: 24.001 } },
    { what: 'hours that are a text', fields: { hours: '7.5' } },
    { what: 'hours of null', fields: { hours: null } },
    { what: 'a quality of 0', fields: { quality: 0 } },
    { what: 'a quality of 6', fields: { quality: 6 } },
    { what: 'a quality of 2.5', fields: { quality: 2.5 } },
    { what: 'a quality that is a text', fields: { quality: 'good' } },
    { what: 'a quality of null', fields: { quality: null } },
    { what: 'a note of 2,001 characters', fields: { note: 'n'.repeat(2_001) } },
    { what: 'a note of null', fields: { note: null } },
    { what: 'a note with a NUL character', fields: { note: 'a\u0000b' } },
    { what: 'a day of null', fields: { sleep_date: null } },
    ...INVALID_DATES.map((sleep_date) => ({ what: `the day "${sleep_date}"`, fields: { sleep_date } })),
  ],
  incomplete: [
    { what: 'no day', fields: { sleep_date: undefined } },
    { what: 'no hours', fields: { hours: undefined } },
    { what: 'no quality', fields: { quality: undefined } },
  ],
});

describe('GET /api/sleep-entries', testList);
describe('GET /api/sleep-entries?from&to', testListOfDates);

describe('POST /api/sleep-entries', () => {
  testCreation();

  test('accepts entries without a note, and several a day', async () => {
    const ada = await person();
    for (const hours of [6, 1.5]) expect(await write(ada, { hours })).toMatchObject({ ...NIGHT, hours, note: '' });
    expect(await rowsOf(ada)).toHaveLength(2);
  });

  /** Hours as they are sent, and as they are kept. */
  test.each([
    [22 / 3, 7.33],
    [7.125, 7.13],
    [0.001, 0],
    [1e-300, 0],
    [23.999, 24],
  ])('201 rounds hours of %d to %d', async (sent, kept) => {
    const ada = await person();
    expect(await write(ada, { hours: sent })).toMatchObject({ hours: kept });
    expect((await call(ada, 'GET', '/api/sleep-entries')).body.sleep_entries).toMatchObject([{ hours: kept }]);
  });
});

describe('PUT /api/sleep-entries/:id', testChange);
describe('DELETE /api/sleep-entries/:id', testDeletion);
