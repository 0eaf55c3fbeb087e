import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { PATIENT_LOCKS, type Person, startTestApp } from '#test/start-test-app.ts';

const { person, call } = await startTestApp({ environment: PATIENT_LOCKS });

const CHANGED = { status: 412, body: { code: 'record.changed' } };
const TAKEN = { status: 409, body: { code: 'record.id-taken' } };

async function goalOf(owner: Person): Promise<string> {
  return (await call(owner, 'POST', '/api/goals', { title: 'A goal' })).body.goal.id;
}

describe.each([
  { key: 'goal', fields: { title: 'A goal' }, named: 'title', pathOf: async () => '/api/goals' },
  {
    key: 'check_in',
    fields: { status: 'completed', notes: 'A note' },
    named: 'notes',
    pathOf: async (owner: Person) => `/api/goals/${await goalOf(owner)}/check-ins`,
  },
])('The version of a record: $key', ({ key, fields, named, pathOf }) => {
  const change = (owner: Person, url: string, name: string, tag?: string) =>
    call(owner, 'PATCH', url, { [named]: name }, tag === undefined ? {} : { 'if-match': tag });
  const remove = (owner: Person, url: string, tag: string) =>
    call(owner, 'DELETE', url, undefined, { 'if-match': tag });
  async function create(owner: Person) {
    const path = await pathOf(owner);
    const { id } = (await call(owner, 'POST', path, fields)).body[key];
    return `${path}/${id}`;
  }

  test('is in the body and the ETag of each write', async () => {
    const ada = await person();
    const path = await pathOf(ada);
    const created = await call(ada, 'POST', path, fields);
    expect([created.body[key].version, created.headers.etag]).toEqual([1, '"1"']);
    const changed = await change(ada, `${path}/${created.body[key].id}`, 'Other');
    expect([changed.body[key].version, changed.headers.etag]).toEqual([2, '"2"']);
  });

  test('lets matching tags change and delete the record', async () => {
    const ada = await person();
    const url = await create(ada);
    expect((await change(ada, url, 'Second', '"1"')).status).toBe(200);
    expect((await change(ada, url, 'Third', `W/"2.${'a'.repeat(43)}"`)).status).toBe(200);
    expect((await change(ada, url, 'Fourth', '*')).body[key]).toMatchObject({ [named]: 'Fourth', version: 4 });
    expect((await remove(ada, url, '"4"')).status).toBe(200);
  });

  test.each(['"1"', '"3"', '2', ''])('rejects %j for version 2 with the current record', async (tag) => {
    const ada = await person();
    const url = await create(ada);
    const second = (await change(ada, url, 'Second')).body[key];
    for (const response of [await change(ada, url, 'Third', tag), await remove(ada, url, tag)]) {
      expect(response).toMatchObject(CHANGED);
      expect(response.body.current).toEqual(second);
    }
  });

  test('lets one of ten concurrent changes of a version win', async () => {
    const ada = await person();
    const url = await create(ada);
    const responses = await Promise.all(Array.from({ length: 10 }, (_, n) => change(ada, url, `Change ${n}`, '"1"')));
    expect(responses.map(({ status }) => status).toSorted()).toEqual([200, ...Array(9).fill(412)]);
  });

  test('reveals nothing to others', async () => {
    const [ada, ben] = [await person(), await person()];
    const url = await create(ada);
    expect((await change(ben, url, 'Mine', '"9"')).status).toBe(404);
    expect((await remove(ben, url, '"9"')).status).toBe(404);
    expect((await change(ada, url.replace(/[^/]+$/, randomUUID()), 'Mine', '"1"')).status).toBe(404);
  });

  test('a client can choose the id, once', async () => {
    const [ada, ben] = [await person(), await person()];
    const id = randomUUID();
    const path = await pathOf(ada);
    const responses = await Promise.all(Array.from({ length: 5 }, () => call(ada, 'POST', path, { ...fields, id })));
    expect(responses.map(({ status }) => status).toSorted()).toEqual([201, 409, 409, 409, 409]);
    expect(responses.find(({ status }) => status === 201)?.body[key].id).toBe(id);
    expect(await call(ben, 'POST', await pathOf(ben), { ...fields, id })).toMatchObject(TAKEN);
  });

  test.each(['abc', null, '00000000-0000-0000-0000-000000000000', '0a0a0a0a-1111-1222-8333-444444444444'])(
    'returns 400 for the id %j',
    async (id) => {
      const ada = await person();
      expect((await call(ada, 'POST', await pathOf(ada), { ...fields, id })).status).toBe(400);
    },
  );
});

test('a check-in with a taken id below an unknown goal gets 404', async () => {
  const ada = await person();
  const path = `/api/goals/${await goalOf(ada)}/check-ins`;
  const { id } = (await call(ada, 'POST', path, { status: 'missed' })).body.check_in;
  const response = await call(ada, 'POST', `/api/goals/${randomUUID()}/check-ins`, { status: 'missed', id });
  expect(response).toMatchObject({ status: 404, body: { code: 'goal.not-found' } });
});

describe('GET /api/goals/:id', () => {
  test('has an ETag that starts with the version, lets it change the goal, and changes with a check-in', async () => {
    const ada = await person();
    const url = `/api/goals/${await goalOf(ada)}`;
    const { etag } = (await call(ada, 'GET', url)).headers;
    expect(etag).toMatch(/^W\/"1\.[\w-]{43}"$/);
    await call(ada, 'POST', `${url}/check-ins`, { status: 'completed' });
    expect((await call(ada, 'GET', url, undefined, { 'if-none-match': String(etag) })).status).toBe(200);
    expect((await call(ada, 'PUT', url, { title: 'B' }, { 'if-match': String(etag) })).status).toBe(200);
  });
});

describe('PATCH /api/goals/:id', () => {
  test('changes the given fields and keeps the others, as PUT does', async () => {
    const ada = await person();
    const fields = { title: 'A', description: 'B', target_date: '2030-01-01' };
    const before = (await call(ada, 'POST', '/api/goals', fields)).body.goal;
    const { status, body } = await call(ada, 'PATCH', `/api/goals/${before.id}`, { target_date: null });
    expect({ status, body }).toEqual({ status: 200, body: { goal: { ...before, target_date: null, version: 2 } } });
    expect((await call(ada, 'PATCH', `/api/goals/${before.id}`, { title: 5 })).status).toBe(400);
    expect((await call(null, 'PATCH', `/api/goals/${before.id}`, {})).status).toBe(401);
  });
});
