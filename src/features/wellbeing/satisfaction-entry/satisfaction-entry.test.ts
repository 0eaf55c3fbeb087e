import { describe, expect, test } from 'vitest';
import { startTestApp } from '#test/start-test-app.ts';
import { INVALID_DATES, testRecords } from '../test-records.ts';

const app = await startTestApp();
const { person, call, clock, issuer } = app;

const { write, rowsOf, testList, testListOfDates, testCreation, testChange, testDeletion } = testRecords(app, {
  path: '/api/satisfaction-entries',
  table: 'satisfaction_entry',
  plural: 'satisfaction_entries',
  date: 'entry_date',
  required: { score: 7 },
  complete: () => ({ score: 9, note: 'A good day', entry_date: '2026-02-28' }),
  changed: { score: 3 },
  widest: [
    { what: 'the lowest score', fields: { score: 1 } },
    { what: 'the highest score', fields: { score: 10 } },
    { what: 'no note', fields: { note: '' } },
    { what: 'a note of 2,000 characters of four bytes', fields: { note: '🌻'.repeat(2_000) } },
    { what: 'the first day', fields: { entry_date: '1900-01-01' } },
    { what: 'the last day', fields: { entry_date: '9999-12-31' } },
  ],
  invalid: [
    { what: 'a score of 0', fields: { score: 0 } },
    { what: 'a score of 11', fields: { score: 11 } },
    { what: 'a score of 5.5', fields: { score: 5.5 } },
    { what: 'a score that is a text', fields: { score: '7' } },
    { what: 'a score of null', fields: { score: null } },
    { what: 'a note of 2,001 characters', fields: { note: 'n'.repeat(2_001) } },
    { what: 'a note of null', fields: { note: null } },
    { what: 'a note with a NUL character', fields: { note: 'a\u0000b' } },
    { what: 'a day of null', fields: { entry_date: null } },
    ...INVALID_DATES.map((entry_date) => ({ what: `the day "${entry_date}"`, fields: { entry_date } })),
  ],
  incomplete: [{ what: 'no score', fields: { score: undefined } }],
});

describe('GET /api/satisfaction-entries', testList);
describe('GET /api/satisfaction-entries?from&to', testListOfDates);

describe('POST /api/satisfaction-entries', () => {
  testCreation();

  test('accepts a score only, and several entries a day', async () => {
    const ada = await person();
    const today = clock.now().toISOString().slice(0, 10);
    expect(await write(ada)).toMatchObject({ note: '', entry_date: today });
    expect(await write(ada)).toMatchObject({ entry_date: today });
    expect(await rowsOf(ada)).toHaveLength(2);
  });

  test.each([
    ['Pacific/Kiritimati', '2027-08-09'],
    ['UTC', '2027-08-08'],
    ['Pacific/Niue', '2027-08-07'],
  ])("sets the date to today in the user's time zone, in %s", async (timezone, day) => {
    const ada = await person();
    await call(ada, 'PUT', '/api/user/profile', { preferences: { timezone } });
    const before = clock.now();
    try {
      clock.set(new Date('2027-08-08T10:30:00Z'));
      const today = { ...ada, token: await issuer.sign(ada.id, clock.now(), { email: ada.email }) };
      expect(await write(today)).toMatchObject({ entry_date: day });
    } finally {
      clock.set(before);
    }
  });
});

describe('PUT /api/satisfaction-entries/:id', testChange);
describe('DELETE /api/satisfaction-entries/:id', testDeletion);
