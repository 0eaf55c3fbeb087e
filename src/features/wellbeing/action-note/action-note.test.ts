import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { type Person, startTestApp } from '#test/start-test-app.ts';
import { testRecords, withoutRequestId } from '../test-records.ts';

const app = await startTestApp();
const { person, superAdmin, call, clock } = app;

const PATH = '/api/action-notes';

async function goalOf(owner: Person): Promise<string> {
  const { status, body } = await call(owner, 'POST', '/api/goals', { title: 'A goal' });
  expect(status).toBe(201);
  return body.goal.id;
}

const { add, change, write, rowsOf, testList, testListOfDates, testCreation, testChange, testDeletion } = testRecords(
  app,
  {
    path: PATH,
    table: 'action_note',
    plural: 'action_notes',
    date: 'note_date',
    required: { content: 'A walk' },
    complete: async (owner) => ({ content: 'Ran', goal_id: await goalOf(owner), note_date: '2026-02-28' }),
    changed: { content: 'A run' },
    columnsOf: (fields) => ({ ...fields, created_date: clock.now().toISOString().slice(0, 10) }),
    widest: [
      { what: 'a content of 1 character', fields: { content: 'c' } },
      { what: 'a content of 2,000 characters of four bytes', fields: { content: '🌻'.repeat(2_000) } },
      { what: 'no goal', fields: { goal_id: null } },
    ],
    invalid: [
      { what: 'an empty content', fields: { content: '' } },
      { what: 'a content of 2,001 characters', fields: { content: 'c'.repeat(2_001) } },
      { what: 'a content of null', fields: { content: null } },
      { what: 'a content that is a list', fields: { content: ['A walk'] } },
      { what: 'a content with a NUL character', fields: { content: 'a\u0000b' } },
      { what: 'a goal that is no UUID', fields: { goal_id: 'goal' } },
      { what: 'a goal that is empty', fields: { goal_id: '' } },
      { what: 'a goal that is true', fields: { goal_id: true } },
      { what: 'a goal that is a list', fields: { goal_id: [randomUUID()] } },
    ],
    incomplete: [{ what: 'no content', fields: { content: undefined } }],
  },
);

const byId = (one: { id: string }, other: { id: string }) => (one.id < other.id ? -1 : 1);

describe('GET /api/action-notes', testList);
describe('GET /api/action-notes?from&to', testListOfDates);

describe('POST /api/action-notes', () => {
  testCreation();

  test('accepts a content only', async () => {
    const today = clock.now().toISOString().slice(0, 10);
    expect(await write(await person())).toMatchObject({ content: 'A walk', goal_id: null, note_date: today });
  });

  test("returns the same 400 for another user's goal as for an unknown one, and stores nothing", async () => {
    const [ada, ben, root] = await Promise.all([person(), person(), superAdmin()]);
    const goal_id = await goalOf(ada);
    for (const stranger of [ben, root]) {
      const [hidden, unknown] = [await add(stranger, { goal_id }), await add(stranger, { goal_id: randomUUID() })];
      expect([hidden.status, unknown.status]).toEqual([400, 400]);
      expect(hidden.body.code).toBe('action-note.goal-not-yours');
      expect(withoutRequestId(hidden.body)).toEqual(withoutRequestId(unknown.body));
      expect(await rowsOf(stranger)).toEqual([]);
    }
  });
});

describe('PUT /api/action-notes/:id', () => {
  testChange();

  test('changes the goal, and removes it with null', async () => {
    const ada = await person();
    const [goal, other] = [await goalOf(ada), await goalOf(ada)];
    const { id } = await write(ada, { goal_id: goal });
    for (const goal_id of [other, null, goal]) {
      expect((await change(ada, id, { goal_id })).body.action_note).toMatchObject({ content: 'A walk', goal_id });
      expect(await rowsOf(ada)).toMatchObject([{ goal_id }]);
    }
  });

  test('keeps a note without a goal after its goal is deleted', async () => {
    const ada = await person();
    const [goal_id, other] = [await goalOf(ada), await goalOf(ada)];
    const [left, kept] = [await write(ada, { goal_id }), await write(ada, { goal_id: other })];
    expect((await call(ada, 'DELETE', `/api/goals/${goal_id}`)).status).toBe(200);
    const { body } = await call(ada, 'GET', PATH);
    expect(body.action_notes.toSorted(byId)).toEqual([{ ...left, goal_id: null }, kept].toSorted(byId));
    expect((await change(ada, left.id, { content: 'Still there' })).body.action_note.goal_id).toBeNull();
  });

  test("returns the same 400 for another user's goal as for an unknown one, and changes nothing", async () => {
    const [ada, ben] = await Promise.all([person(), person()]);
    const { id } = await write(ben);
    const hidden = await change(ben, id, { content: 'Another', goal_id: await goalOf(ada) });
    const unknown = await change(ben, id, { content: 'Another', goal_id: randomUUID() });
    expect([hidden.status, unknown.status]).toEqual([400, 400]);
    expect(hidden.body.code).toBe('action-note.goal-not-yours');
    expect(withoutRequestId(hidden.body)).toEqual(withoutRequestId(unknown.body));
    expect(await rowsOf(ben)).toMatchObject([{ content: 'A walk', goal_id: null }]);
  });
});

describe('DELETE /api/action-notes/:id', testDeletion);

describe('PATCH /api/action-notes/:id', () => {
  test('changes the given fields and keeps the others, as PUT does', async () => {
    const [ada, ben] = [await person(), await person()];
    const before = await write(ada, { goal_id: await goalOf(ada) });
    const { status, body } = await call(ada, 'PATCH', `${PATH}/${before.id}`, { note_date: '2001-02-03' });
    expect({ status, body }).toEqual({ status: 200, body: { action_note: { ...before, note_date: '2001-02-03' } } });
    expect((await call(ada, 'PATCH', `${PATH}/${before.id}`, { content: '' })).status).toBe(400);
    expect((await call(ben, 'PATCH', `${PATH}/${before.id}`, { content: 'Mine' })).status).toBe(404);
    expect((await call(null, 'PATCH', `${PATH}/${before.id}`, { content: 'Mine' })).status).toBe(401);
  });
});

describe('The date of a note', () => {
  test.each([
    ['today by default', undefined, '2027-01-01'],
    ['the first date', '1900-01-01', '1900-01-01'],
    ['tomorrow at UTC+14', '2027-01-02', '2027-01-02'],
    ['the day after', '2027-01-03', null],
    ['a date before 1900', '1899-12-31', null],
  ])('%s', async (_what, note_date, stored) => {
    const before = clock.now();
    clock.set(new Date('2026-12-31T10:30:00Z'));
    const ada = await person();
    await call(ada, 'PUT', '/api/user/profile', { preferences: { timezone: 'Pacific/Kiritimati' } });
    const { status, body } = await add(ada, { note_date });
    expect(status).toBe(stored === null ? 400 : 201);
    if (stored !== null) expect(body.action_note.note_date).toBe(stored);
    if (note_date === '2027-01-03') {
      const { id } = await write(ada);
      expect(body.code).toBe('action-note.date-out-of-range');
      const changed = await call(ada, 'PATCH', `${PATH}/${id}`, { note_date });
      expect(changed).toMatchObject({ status: 400, body: { code: 'action-note.date-out-of-range' } });
    }
    clock.set(before);
  });
});

describe('GET /api/action-notes?goal_id', () => {
  test('lists own notes of the goal', async () => {
    const [ada, ben] = await Promise.all([person(), person()]);
    const { goal } = (await call(ada, 'POST', '/api/goals', { title: 'Run' })).body;
    const other = (await call(ada, 'POST', '/api/goals', { title: 'Swim' })).body.goal;
    for (const goal_id of [goal.id, other.id, null]) {
      expect((await call(ada, 'POST', '/api/action-notes', { content: 'Shoes on', goal_id })).status).toBe(201);
    }
    const goalsOf = async (caller: Person, goalId: string) => {
      const { status, body } = await call(caller, 'GET', `/api/action-notes?goal_id=${goalId}`);
      expect(status).toBe(200);
      return body.action_notes.map(({ goal_id }: { goal_id: string }) => goal_id);
    };
    expect(await goalsOf(ada, goal.id)).toEqual([goal.id]);
    expect(await goalsOf(ada, ada.id)).toEqual([]);
    expect(await goalsOf(ben, goal.id)).toEqual([]);
    expect((await call(ada, 'GET', '/api/action-notes?goal_id=run')).status).toBe(400);
  });
});
