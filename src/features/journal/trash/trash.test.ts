import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { createOrganization } from '#test/groups.ts';
import { applyRetention, RETENTION_ENVIRONMENT } from '#test/retention.ts';
import { type Person, startTestApp } from '#test/start-test-app.ts';

const app = await startTestApp({ environment: RETENTION_ENVIRONMENT });
const { person, superAdmin, call, clock, deps, issuer } = app;

const DAY_MS = 24 * 60 * 60 * 1000;
const ENTRY = {
  title: 'Dugong',
  content: 'With @[Ben](12345678-1234-4123-8123-123456789abc)',
  mood: 'calm',
  tags: ['sea'],
};

const renewed = async ({ id, email }: Person): Promise<Person> => ({
  id,
  email,
  token: await issuer.sign(id, clock.now(), { email }),
});

async function create(owner: Person, path: string, fields: object) {
  const { status, body } = await call(owner, 'POST', path, fields);
  expect(status).toBe(201);
  return body.entry ?? body.notebook;
}
const createEntry = (owner: Person, more: object = {}) => create(owner, '/api/journal', { ...ENTRY, ...more });
const createNotebook = (owner: Person, more: object = {}) =>
  create(owner, '/api/notebooks', { name: 'A notebook', description: 'Text', ...more });
async function remove(owner: Person, path: string): Promise<void> {
  expect((await call(owner, 'DELETE', path)).status).toBe(200);
}
const listTrash = async (owner: Person, query = '') => (await call(owner, 'GET', `/api/trash${query}`)).body;
const restore = (owner: Person, id: string) => call(owner, 'POST', `/api/trash/${id}/restore`);
const NOT_IN_TRASH = { status: 404, body: { code: 'journal.not-in-trash' } };

describe('GET /api/trash', () => {
  test('lists own deleted entries and notebooks in pages, last deleted first', async () => {
    const [ada, ben] = [await person(), await person()];
    const [entry, notebook] = [await createEntry(ada), await createNotebook(ada)];
    expect(await listTrash(ada)).toEqual({ items: [], next_cursor: null });
    await remove(ada, `/api/journal/${entry.id}`);
    clock.advance(1_000);
    await remove(ada, `/api/notebooks/${notebook.id}`);
    const deleted_at = clock.now().toISOString();
    const purge_at = new Date(clock.now().getTime() + 30 * DAY_MS).toISOString();
    const first = await listTrash(ada, '?limit=1');
    expect(first.items).toEqual([{ id: notebook.id, kind: 'notebook', title: 'A notebook', deleted_at, purge_at }]);
    const second = await listTrash(ada, `?limit=1&cursor=${first.next_cursor}`);
    expect(second).toMatchObject({ items: [{ id: entry.id, kind: 'entry', title: 'Dugong' }], next_cursor: null });
    expect((await listTrash(ben)).items).toEqual([]);
    expect((await listTrash(await superAdmin())).items).toEqual([]);
  });

  test('contains records that no other read shows', async () => {
    const ada = await person();
    const { id } = await createEntry(ada, { metadata_visibility: 'public', content_visibility: 'public' });
    await remove(ada, `/api/journal/${id}`);
    const today = clock.now().toISOString().slice(0, 10);
    for (const reader of [ada, await person(), await superAdmin()]) {
      expect((await call(reader, 'GET', `/api/journal/${id}`)).status).toBe(404);
      for (const query of ['', '?scope=mine', '?q=dugong', '?tag=sea', `?user_id=${ada.id}`, `?from=${today}`]) {
        expect((await call(reader, 'GET', `/api/journal${query}`)).text).not.toContain(id);
      }
    }
    expect((await call(ada, 'GET', '/api/tags')).body.tags).toEqual([]);
    expect((await call(ada, 'GET', `/api/journal/moods?from=${today}&to=${today}`)).body.moods).toEqual([]);
    expect((await call(ada, 'PUT', `/api/journal/${id}`, { title: 'Other' })).status).toBe(404);
    expect((await call(ada, 'POST', '/api/ai/generate-background', { entry_id: id })).status).toBe(404);
  });

  test('does not contain what a super admin deleted', async () => {
    const [ada, root] = [await person(), await superAdmin()];
    await remove(root, `/api/journal/${(await createEntry(ada)).id}`);
    expect([(await listTrash(ada)).items, (await listTrash(root)).items]).toEqual([[], []]);
  });

  test.each(['limit=0', 'limit=501', 'cursor=x'])('returns 400 for %s', async (query) => {
    expect((await call(await person(), 'GET', `/api/trash?${query}`)).status).toBe(400);
  });

  test('returns 403 to an inactive user and 401 without a token', async () => {
    const [ada, root] = [await person(), await superAdmin()];
    await call(root, 'PUT', `/api/admin/users/${ada.id}`, { is_active: false });
    expect((await call(ada, 'GET', '/api/trash')).status).toBe(403);
    expect((await call(null, 'GET', '/api/trash')).status).toBe(401);
  });
});

describe('POST /api/trash/:id/restore', () => {
  test('restores an entry with all its fields as a new version', async () => {
    const ada = await person();
    const notebook = await createNotebook(ada, { metadata_visibility: 'public' });
    const entry = await createEntry(ada, { notebook_id: notebook.id, entry_date: '1999-05-05' });
    const row = () =>
      deps.db.selectFrom('journal_entry').selectAll().where('id', '=', entry.id).executeTakeFirstOrThrow();
    const before = await row();
    await remove(ada, `/api/journal/${entry.id}`);
    clock.advance(1_000);
    const { status, body } = await restore(ada, entry.id);
    expect(status).toBe(200);
    expect(body).toEqual({
      entry: { ...entry, version: 2, updated_at: clock.now().toISOString() },
      notebook: null,
    });
    expect(await row()).toEqual({ ...before, version: 2, updated_at: clock.now(), changed_at: expect.any(Date) });
    expect((await call(ada, 'GET', '/api/journal?q=dugong')).body.entries).toHaveLength(1);
    expect((await listTrash(ada)).items).toEqual([]);
    expect(await restore(ada, entry.id)).toMatchObject(NOT_IN_TRASH);
  });

  test('restores a notebook without its entries', async () => {
    const ada = await person();
    const notebook = await createNotebook(ada);
    const entry = await createEntry(ada, { notebook_id: notebook.id });
    await remove(ada, `/api/notebooks/${notebook.id}`);
    expect((await restore(ada, notebook.id)).body).toEqual({ entry: null, notebook: { ...notebook, version: 2 } });
    expect((await call(ada, 'GET', `/api/journal/${entry.id}`)).body.entry.notebook_id).toBeNull();
  });

  test('drops a notebook that was deleted meanwhile, and what the entry inherited from it', async () => {
    const ada = await person();
    const notebook = await createNotebook(ada, { metadata_visibility: 'public', content_visibility: 'public' });
    const { id } = await createEntry(ada, { notebook_id: notebook.id });
    await remove(ada, `/api/journal/${id}`);
    await remove(ada, `/api/notebooks/${notebook.id}`);
    const expected = { notebook_id: null, effective_metadata_visibility: 'user', effective_content_visibility: 'user' };
    expect((await restore(ada, id)).body.entry).toMatchObject(expected);
    expect((await call(await person(), 'GET', `/api/journal/${id}`)).status).toBe(404);
  });

  test.each(['is left', 'is deleted'])('drops a group that %s meanwhile', async (end) => {
    const [ada, ben] = [await person(), await person()];
    const org_id = await createOrganization(deps, ben, [ada]);
    const sharing = { metadata_visibility: 'org', content_visibility: 'org', org_id };
    const [entry, notebook] = [await createEntry(ada, sharing), await createNotebook(ada, sharing)];
    await remove(ada, `/api/journal/${entry.id}`);
    await remove(ada, `/api/notebooks/${notebook.id}`);
    if (end === 'is left') await remove(ada, `/api/organizations/${org_id}/members/${ada.id}`);
    else await remove(ben, `/api/organizations/${org_id}`);
    const owned = { metadata_visibility: 'user', content_visibility: 'user', org_id: null };
    expect((await restore(ada, entry.id)).body.entry).toMatchObject({ ...owned, effective_content_visibility: 'user' });
    expect((await restore(ada, notebook.id)).body.notebook).toMatchObject(owned);
    expect((await call(ben, 'GET', `/api/journal/${entry.id}`)).status).toBe(404);
  });

  test('keeps the sharing with a group that remains', async () => {
    const [ada, ben] = [await person(), await person()];
    const org_id = await createOrganization(deps, ada, [ben]);
    const { id } = await createEntry(ada, { metadata_visibility: 'org', org_id });
    await remove(ada, `/api/journal/${id}`);
    expect((await restore(ada, id)).body.entry).toMatchObject({ metadata_visibility: 'org', org_id });
    expect((await call(ben, 'GET', `/api/journal/${id}`)).status).toBe(200);
  });

  test('keeps the id taken', async () => {
    const [ada, ben] = [await person(), await person()];
    const [entry, notebook] = [await createEntry(ada), await createNotebook(ada)];
    await remove(ada, `/api/journal/${entry.id}`);
    await remove(ada, `/api/notebooks/${notebook.id}`);
    for (const owner of [ada, ben]) {
      for (const [path, fields] of [
        ['/api/journal', { ...ENTRY, id: entry.id }],
        ['/api/notebooks', { name: 'A', id: notebook.id }],
      ] as const) {
        const response = await call(owner, 'POST', path, fields);
        expect(response).toMatchObject({ status: 409, body: { code: 'record.id-taken' } });
      }
    }
  });

  test('of ten restorations and purges at once one wins', async () => {
    const ada = await person();
    const { id } = await createEntry(ada);
    await remove(ada, `/api/journal/${id}`);
    const responses = await Promise.all(
      Array.from({ length: 10 }, (_, number) =>
        number % 2 === 0 ? restore(ada, id) : call(ada, 'DELETE', `/api/trash/${id}`),
      ),
    );
    const statuses = responses.map(({ status }) => status);
    expect(statuses.toSorted()).toEqual([200, ...Array(9).fill(404)]);
    const isRestored = statuses.indexOf(200) % 2 === 0;
    expect((await call(ada, 'GET', `/api/journal/${id}`)).status).toBe(isRestored ? 200 : 404);
  });

  test('returns the same 404 for records of others as for unknown ones', async () => {
    const [ada, ben] = [await person(), await person()];
    const { id } = await createEntry(ada, { metadata_visibility: 'public' });
    await remove(ada, `/api/journal/${id}`);
    for (const caller of [ben, await superAdmin()]) {
      expect(await restore(caller, id)).toMatchObject(NOT_IN_TRASH);
      expect(await restore(caller, randomUUID())).toMatchObject(NOT_IN_TRASH);
    }
    expect((await restore(ada, 'no-id')).status).toBe(400);
    expect((await call(null, 'POST', `/api/trash/${id}/restore`)).status).toBe(401);
    expect((await restore(ada, id)).status).toBe(200);
  });
});

describe('DELETE /api/trash/:id', () => {
  test('deletes a record for good and nothing else', async () => {
    const ada = await person();
    const [first, second] = [await createEntry(ada), await createEntry(ada)];
    for (const { id } of [first, second]) await remove(ada, `/api/journal/${id}`);
    await remove(ada, `/api/trash/${first.id}`);
    expect((await listTrash(ada)).items).toMatchObject([{ id: second.id }]);
    expect(await restore(ada, first.id)).toMatchObject(NOT_IN_TRASH);
    expect(await call(ada, 'DELETE', `/api/trash/${first.id}`)).toMatchObject(NOT_IN_TRASH);
  });

  test('returns 404 for records of others, and for records that are not deleted', async () => {
    const [ada, ben] = [await person(), await person()];
    const [deleted, kept] = [await createEntry(ada), await createEntry(ada)];
    await remove(ada, `/api/journal/${deleted.id}`);
    expect(await call(ben, 'DELETE', `/api/trash/${deleted.id}`)).toMatchObject(NOT_IN_TRASH);
    expect(await call(ada, 'DELETE', `/api/trash/${kept.id}`)).toMatchObject(NOT_IN_TRASH);
    expect((await call(null, 'DELETE', `/api/trash/${deleted.id}`)).status).toBe(401);
    expect((await listTrash(ada)).items).toHaveLength(1);
  });
});

test('the trash is purged 30 days after the deletion, of all users, with its images', async () => {
  await deps.db.deleteFrom('trash').execute();
  const [ada, ben] = [await person(), await person()];
  const { id } = await createEntry(ada);
  await deps.storage.put('entry-backgrounds/old.webp', new Uint8Array([1]));
  const image = { background_key: 'entry-backgrounds/old.webp' };
  await deps.db.updateTable('journal_entry').set(image).where('id', '=', id).execute();
  await remove(ada, `/api/journal/${id}`);
  clock.advance(1);
  const notebook = await createNotebook(ben);
  await remove(ben, `/api/notebooks/${notebook.id}`);
  clock.advance(30 * DAY_MS - 1);
  expect((await applyRetention(app)).trash).toBeUndefined();
  expect(await deps.storage.read(image.background_key)).not.toBeNull();
  clock.advance(1);
  expect((await applyRetention(app)).trash).toBe(1);
  expect(await deps.storage.read(image.background_key)).toBeNull();
  expect((await listTrash(await renewed(ada))).items).toEqual([]);
  expect((await listTrash(await renewed(ben))).items).toMatchObject([{ id: notebook.id }]);
  clock.advance(1);
  expect((await applyRetention(app)).trash).toBe(1);
});

test('tombstones are deleted when no client can ask for them any more', async () => {
  const ada = await person();
  await sql`
    insert into tombstone (user_id, kind, id, deleted_at)
    select ${ada.id}, 'goal', gen_random_uuid(), now() - interval '91 days' + minutes * interval '1 minute'
    from unnest('{-2, -1, 1}'::integer[]) as minutes`.execute(deps.db);
  expect((await applyRetention(app)).tombstones).toBe(2);
  const left = await deps.db.selectFrom('tombstone').selectAll().where('user_id', '=', ada.id).execute();
  expect(left).toHaveLength(1);
});
