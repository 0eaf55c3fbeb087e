import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { createOrganization } from '#test/groups.ts';
import { type Person, startTestApp } from '#test/start-test-app.ts';

const { person, superAdmin, call, ai, deps } = await startTestApp();

const CHANGED = { status: 412, body: { code: 'record.changed' } };

describe.each([
  { key: 'entry', path: '/api/journal', fields: { title: 'A day', content: 'Text', mood: 'calm' }, named: 'title' },
  { key: 'notebook', path: '/api/notebooks', fields: { name: 'A notebook' }, named: 'name' },
])('The version of a record: $key', ({ key, path, fields, named }) => {
  async function create(owner: Person, more: object = {}) {
    const { status, body } = await call(owner, 'POST', path, { ...fields, ...more });
    expect(status).toBe(201);
    return body[key];
  }
  const read = (reader: Person, id: string) => call(reader, 'GET', `${path}/${id}`);
  const rename = (owner: Person, id: string, name: string, tag?: string) =>
    call(owner, 'PUT', `${path}/${id}`, { [named]: name }, tag === undefined ? {} : { 'if-match': tag });
  const remove = (owner: Person, id: string, tag?: string) =>
    call(owner, 'DELETE', `${path}/${id}`, undefined, tag === undefined ? {} : { 'if-match': tag });

  test('is in the body and in the ETag of each read and write of the record', async () => {
    const ada = await person();
    const created = await call(ada, 'POST', path, fields);
    expect([created.body[key].version, created.headers.etag]).toEqual([1, '"1"']);
    const { id } = created.body[key];
    const first = await read(ada, id);
    expect(first.headers.etag).toMatch(/^W\/"1\.[\w-]{43}"$/);
    const renamed = await rename(ada, id, 'Other');
    expect([renamed.body[key].version, renamed.headers.etag]).toEqual([2, '"2"']);
    const ifNoneMatch = { 'if-none-match': String(first.headers.etag) };
    expect((await call(ada, 'GET', `${path}/${id}`, undefined, ifNoneMatch)).status).toBe(200);
    const second = await read(ada, id);
    expect(second.headers.etag).toMatch(/^W\/"2\./);
    const current = { 'if-none-match': String(second.headers.etag) };
    expect((await call(ada, 'GET', `${path}/${id}`, undefined, current)).status).toBe(304);
  });

  test('is not the ETag of an error or a list', async () => {
    const ada = await person();
    await create(ada);
    expect((await read(ada, randomUUID())).headers.etag).toBeUndefined();
    expect((await call(ada, 'GET', path)).headers.etag).toMatch(/^W\/"[\w-]{43}"$/);
  });

  test.each(['"1"', 'W/"1"', '"0", "1"', ' "1" ,"7"', '*'])('lets %j change and delete version 1', async (tag) => {
    const ada = await person();
    const { id } = await create(ada);
    expect((await rename(ada, id, 'Other', tag)).body[key]).toMatchObject({ [named]: 'Other', version: 2 });
    const other = await create(ada);
    expect((await remove(ada, other.id, tag)).status).toBe(200);
  });

  test('lets the ETag of a read or a write change the record', async () => {
    const ada = await person();
    const { id } = await create(ada);
    const { headers } = await rename(ada, id, 'Second', String((await read(ada, id)).headers.etag));
    expect((await rename(ada, id, 'Third', String(headers.etag))).status).toBe(200);
    expect((await remove(ada, id, String((await read(ada, id)).headers.etag))).status).toBe(200);
  });

  test.each(['"1"', '"3"', '2', '"2', '', ',', '"two"', '"99999999999"', `W/"1.${'a'.repeat(43)}"`])(
    'rejects %j for version 2 with the current record, and changes nothing',
    async (tag) => {
      const ada = await person();
      const { id } = await create(ada);
      await rename(ada, id, 'Second');
      const before = (await read(ada, id)).body[key];
      for (const response of [await rename(ada, id, 'Third', tag), await remove(ada, id, tag)]) {
        expect(response).toMatchObject(CHANGED);
        expect(response.body.current).toEqual(before);
        expect(response.headers.etag).toBeUndefined();
      }
      expect((await read(ada, id)).body[key]).toEqual(before);
    },
  );

  test('reveals nothing to users who may not change the record', async () => {
    const [ada, ben] = [await person(), await person()];
    const [hidden, shared] = [await create(ada), await create(ada, { metadata_visibility: 'public' })];
    for (const write of [rename(ben, hidden.id, 'Mine', '"9"'), remove(ben, hidden.id, '"9"')]) {
      expect((await write).status).toBe(404);
    }
    for (const write of [rename(ben, shared.id, 'Mine', '"9"'), remove(ben, shared.id, '"9"')]) {
      expect((await write).status).toBe(403);
    }
    expect((await rename(ada, randomUUID(), 'Other', '"1"')).status).toBe(404);
  });

  test('counts a change of the visibility by the end of a membership', async () => {
    const ada = await person();
    const org_id = await createOrganization(deps, await person(), [ada]);
    const { id } = await create(ada, { metadata_visibility: 'org', org_id });
    expect((await call(ada, 'DELETE', `/api/organizations/${org_id}/members/${ada.id}`)).status).toBe(200);
    expect((await read(ada, id)).body[key]).toMatchObject({ version: 2, org_id: null });
  });
});

type Patched = { key: string; path: string; fields: object; change: object };

describe('PATCH /api/journal/:id', () => {
  const fields = { title: 'A', content: 'Text', mood: 'calm', tags: ['walk'] };
  testPatch({ key: 'entry', path: '/api/journal', fields, change: { title: 'B' } });
});

describe('PATCH /api/notebooks/:id', () => {
  testPatch({
    key: 'notebook',
    path: '/api/notebooks',
    fields: { name: 'A', description: 'B' },
    change: { name: 'B' },
  });
});

function testPatch({ key, path, fields, change }: Patched): void {
  test('changes the given fields and keeps the others, as PUT does', async () => {
    const ada = await person();
    const { [key]: before } = (await call(ada, 'POST', path, fields)).body;
    const { status, body, headers } = await call(ada, 'PATCH', `${path}/${before.id}`, change);
    expect([status, headers.etag]).toEqual([200, '"2"']);
    expect(body[key]).toEqual({ ...before, ...change, version: 2 });
  });

  test('takes If-Match and rejects invalid fields', async () => {
    const ada = await person();
    const { id } = (await call(ada, 'POST', path, fields)).body[key];
    expect(await call(ada, 'PATCH', `${path}/${id}`, change, { 'if-match': '"4"' })).toMatchObject(CHANGED);
    expect((await call(ada, 'PATCH', `${path}/${id}`, { title: 5, name: 5 })).status).toBe(400);
    expect((await call(ada, 'PATCH', `${path}/${id}`, change, { 'if-match': '"1"' })).status).toBe(200);
  });

  test('returns 404 for a hidden record and 403 for a reader', async () => {
    const [ada, ben] = [await person(), await person()];
    const make = async (more: object) => (await call(ada, 'POST', path, { ...fields, ...more })).body[key].id;
    const [hidden, shared] = [await make({}), await make({ metadata_visibility: 'public' })];
    expect((await call(ben, 'PATCH', `${path}/${hidden}`, change)).status).toBe(404);
    expect((await call(ben, 'PATCH', `${path}/${shared}`, change)).status).toBe(403);
    expect((await call(null, 'PATCH', `${path}/${shared}`, change)).status).toBe(401);
  });
}

describe('The version of an entry', () => {
  const ENTRY = { title: 'A day', content: 'Text', mood: 'calm' };

  test('is checked before the AI provider is called', async () => {
    const ada = await person();
    const { id } = (await call(ada, 'POST', '/api/journal', ENTRY)).body.entry;
    const content = `text ${randomUUID()}`;
    expect(await call(ada, 'PUT', `/api/journal/${id}`, { content }, { 'if-match': '"5"' })).toMatchObject(CHANGED);
    expect(ai.requests.filter(({ text }) => text.includes(content))).toEqual([]);
  });

  test('protects it from a super admin as well, and the read is audited', async () => {
    const [ada, root] = [await person(), await superAdmin()];
    const { id } = (await call(ada, 'POST', '/api/journal', ENTRY)).body.entry;
    const response = await call(root, 'DELETE', `/api/journal/${id}`, undefined, { 'if-match': '"5"' });
    expect(response).toMatchObject({ ...CHANGED, body: { current: { id, version: 1 } } });
    const audits = await deps.db.selectFrom('audit_log').select('action').where('actor_id', '=', root.id).execute();
    expect(audits).toEqual([{ action: 'journal.read-hidden' }]);
  });

  test('changes when its notebook is deleted', async () => {
    const ada = await person();
    const { notebook } = (await call(ada, 'POST', '/api/notebooks', { name: 'A notebook' })).body;
    const entry = { ...ENTRY, notebook_id: notebook.id };
    const { id } = (await call(ada, 'POST', '/api/journal', entry)).body.entry;
    await call(ada, 'DELETE', `/api/notebooks/${notebook.id}`);
    const { body } = await call(ada, 'GET', `/api/journal/${id}`);
    expect(body.entry).toMatchObject({ notebook_id: null, version: 2 });
  });
});
