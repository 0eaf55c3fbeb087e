import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import type { ChangingTable } from '#platform/db/record-changes.ts';
import { listGoals } from '../../src/features/goal/goal.actions.ts';
import { listOwnCheckIns } from '../../src/features/goal/goal-check-in.actions.ts';
import { listEntries } from '../../src/features/journal/entry-list/entry-list.actions.ts';
import { listNotebooks } from '../../src/features/journal/notebook/notebook.actions.ts';
import { countStatements } from '../count-statements.ts';
import { createOrganization } from '../groups.ts';
import { type Person, startTestApp } from '../start-test-app.ts';

/*
 * Lists of changes (`updated_since`). The instants of changes are those of the database: a test that needs an order or an age writes them
 * past the triggers.
 */

const { person, superAdmin, call, deps } = await startTestApp();

type Kind = { table: ChangingTable; path: string; key: string; many: string; named: string; fields: object };

const ENTRIES: Kind = {
  table: 'journal_entry',
  path: '/api/journal',
  key: 'entry',
  many: 'entries',
  named: 'title',
  fields: { title: 'A day', content: 'Text', mood: 'calm' },
};
const NOTEBOOKS: Kind = {
  table: 'notebook',
  path: '/api/notebooks',
  key: 'notebook',
  many: 'notebooks',
  named: 'name',
  fields: { name: 'A notebook' },
};
const GOALS: Kind = {
  table: 'goal',
  path: '/api/goals',
  key: 'goal',
  many: 'goals',
  named: 'title',
  fields: { title: 'A goal' },
};
const CHECK_INS: Kind = {
  table: 'goal_check_in',
  path: '/api/goals/check-ins',
  key: 'check_in',
  many: 'check_ins',
  named: 'notes',
  fields: { status: 'completed' },
};
const KINDS = [ENTRIES, NOTEBOOKS, GOALS, CHECK_INS];

type Record = { kind: Kind; id: string; url: string };

async function create(owner: Person, kind: Kind, more: object = {}): Promise<Record> {
  const path = kind === CHECK_INS ? `/api/goals/${(await create(owner, GOALS)).id}/check-ins` : kind.path;
  const { status, body } = await call(owner, 'POST', path, { ...kind.fields, ...more });
  expect(status).toBe(201);
  const { id } = body[kind.key];
  return { kind, id, url: `${path}/${id}` };
}
const rename = async (owner: Person, { kind, url }: Record, name: string) => {
  expect((await call(owner, 'PATCH', url, { [kind.named]: name })).status).toBe(200);
};
const remove = async (owner: Person, { url }: Record) => {
  expect((await call(owner, 'DELETE', url)).status).toBe(200);
};

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

async function databaseNow(): Promise<number> {
  const { rows } = await sql<{ now: Date }>`select clock_timestamp() as now`.execute(deps.db);
  return rows[0]?.now.getTime() ?? 0;
}

/** Dates the last change or the deletion of a record this long ago, and returns the instant. */
async function moveBack({ kind, id }: Record, ms: number): Promise<string> {
  const at = new Date((await databaseNow()) - ms);
  await deps.db.transaction().execute(async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx);
    await sql`update ${sql.table(kind.table)} set changed_at = ${at} where id = ${id}`.execute(tx);
    await sql`update tombstone set deleted_at = ${at} where id = ${id}`.execute(tx);
  });
  return at.toISOString();
}

const list = (caller: Person | null, { path }: Kind, since: string, more = '') =>
  call(caller, 'GET', `${path}?updated_since=${encodeURIComponent(since)}${more}`);
const ago = async (ms: number) => new Date((await databaseNow()) - ms).toISOString();

async function changesOf(caller: Person, kind: Kind, since: string, more = '') {
  const { status, body } = await list(caller, kind, since, more);
  expect(status).toBe(200);
  const records = body[kind.many] as ({ id: string } & { [key: string]: unknown })[];
  return { records, ids: records.map(({ id }) => id), deleted: body.deleted as { id: string }[], ...body };
}

describe.each(KINDS)('GET $path?updated_since', (kind) => {
  test('lists what was created, changed and deleted since, first changed first, as other reads have it', async () => {
    const ada = await person();
    const [old, created, changed, deleted, deletedBefore] = await Promise.all([
      create(ada, kind),
      create(ada, kind),
      create(ada, kind),
      create(ada, kind),
      create(ada, kind),
    ]);
    await rename(ada, changed, 'Changed');
    await remove(ada, deleted);
    await remove(ada, deletedBefore);
    for (const record of [old, deletedBefore]) await moveBack(record, 60 * MINUTE);
    await moveBack(changed, 20 * MINUTE);
    await moveBack(created, 10 * MINUTE);
    const deleted_at = await moveBack(deleted, 5 * MINUTE);
    const { ids, body, ...page } = await changesOf(ada, kind, await ago(30 * MINUTE));
    expect(ids).toEqual([changed.id, created.id]);
    expect(page.deleted).toEqual([{ id: deleted.id, deleted_at }]);
    expect(page.next_cursor).toBeNull();
    expect(page.records[0]).toMatchObject({ [kind.named]: 'Changed', version: 2 });
    const others: object[] = (await call(ada, 'GET', kind.path)).body[kind.many];
    expect(page.records).toEqual(ids.map((id: string) => others.find((other) => 'id' in other && other.id === id)));
  });

  test('includes the instant that it is given, and ends in synced_at, which continues it', async () => {
    const ada = await person();
    const record = await create(ada, kind);
    const since = await moveBack(record, MINUTE);
    const first = await changesOf(ada, kind, since);
    expect(first.ids).toEqual([record.id]);
    expect(new Date(first.synced_at) > new Date(since)).toBe(true);
    expect((await changesOf(ada, kind, first.synced_at)).ids).toEqual([]);
    await rename(ada, record, 'Changed');
    expect((await changesOf(ada, kind, first.synced_at)).ids).toEqual([record.id]);
    await remove(ada, record);
    expect(await changesOf(ada, kind, first.synced_at)).toMatchObject({ ids: [], deleted: [{ id: record.id }] });
  });

  test('has pages without gaps or repeats, deletions among them, and one synced_at', async () => {
    const ada = await person();
    const made: Record[] = [];
    for (let minutes = 7; minutes > 0; minutes -= 1) {
      const record = await create(ada, kind);
      made.push(record);
      if (minutes % 3 === 0) await remove(ada, record);
      // Two of them at the same instant.
      await moveBack(record, (minutes === 2 ? 1 : minutes) * MINUTE);
    }
    const since = await ago(10 * MINUTE);
    const pages = [await changesOf(ada, kind, since, '&limit=2')];
    for (;;) {
      const cursor = pages.at(-1)?.next_cursor;
      if (cursor === null) break;
      pages.push(await changesOf(ada, kind, since, `&limit=2&cursor=${cursor}`));
    }
    expect(pages.map(({ ids, deleted }) => ids.length + deleted.length)).toEqual([2, 2, 2, 1]);
    expect(new Set(pages.map(({ synced_at }) => synced_at)).size).toBe(1);
    const listed = pages.flatMap(({ ids, deleted }) => [...ids, ...deleted.map(({ id }: { id: string }) => id)]);
    expect(listed.toSorted()).toEqual(made.map(({ id }) => id).toSorted());
  });

  test('misses no change whose transaction commits after the list', async () => {
    const ada = await person();
    const [late, other] = [await create(ada, kind), await create(ada, kind)];
    for (const record of [late, other]) await moveBack(record, MINUTE);
    const start = await ago(MINUTE / 2);
    const { during, page } = await deps.db.transaction().execute(async (tx) => {
      await sql`update ${sql.table(kind.table)} set ${sql.ref(kind.named)} = 'Late' where id = ${late.id}`.execute(tx);
      await rename(ada, other, 'Meanwhile');
      await rename(ada, await create(ada, kind), 'New');
      return {
        during: await changesOf(ada, kind, start),
        page: await changesOf(ada, kind, start, '&limit=1'),
      };
    });
    expect(during.ids).not.toContain(late.id);
    expect(during.ids).toContain(other.id);
    expect((await changesOf(ada, kind, during.synced_at)).ids).toContain(late.id);
    // The change is of an earlier instant than the cursor. So its page has none, and the next list has it.
    const rest = await changesOf(ada, kind, start, `&cursor=${page.next_cursor}`);
    expect((await changesOf(ada, kind, rest.synced_at)).ids).toContain(late.id);
  });

  test('misses no deletion and no creation that commits after the list', async () => {
    const ada = await person();
    const gone = await create(ada, kind);
    await moveBack(gone, MINUTE);
    const start = await ago(MINUTE / 2);
    const during = await deps.db.transaction().execute(async (tx) => {
      await sql`delete from ${sql.table(kind.table)} where id = ${gone.id}`.execute(tx);
      await create(ada, kind);
      return changesOf(ada, kind, start);
    });
    expect(during).toMatchObject({ ids: [expect.any(String)], deleted: [] });
    expect((await changesOf(ada, kind, during.synced_at)).deleted).toMatchObject([{ id: gone.id }]);
  });

  test('shows nothing of other users, also to super admins', async () => {
    const [ada, ben, root] = [await person(), await person(), await superAdmin()];
    const shared = kind === ENTRIES || kind === NOTEBOOKS ? { metadata_visibility: 'public' } : {};
    const [kept, gone] = [await create(ada, kind, shared), await create(ada, kind, shared)];
    await remove(ada, gone);
    const since = await ago(MINUTE);
    for (const stranger of [ben, root]) {
      expect(await changesOf(stranger, kind, since)).toMatchObject({ ids: [], deleted: [], next_cursor: null });
    }
    expect((await changesOf(ada, kind, since)).ids).toEqual([kept.id]);
    await call(root, 'PUT', `/api/admin/users/${ada.id}`, { is_active: false });
    expect((await list(ada, kind, since)).status).toBe(403);
    expect((await list(null, kind, since)).status).toBe(401);
  });

  test('goes back 90 days', async () => {
    const ada = await person();
    expect((await list(ada, kind, await ago(90 * DAY - MINUTE))).status).toBe(200);
    const response = await list(ada, kind, await ago(90 * DAY + MINUTE));
    expect(response).toMatchObject({ status: 410, body: { code: 'sync.expired' } });
  });

  test('of the future is empty, with the present as synced_at', async () => {
    const ada = await person();
    await create(ada, kind);
    const future = new Date((await databaseNow()) + DAY).toISOString();
    const { ids, synced_at } = await changesOf(ada, kind, future);
    expect(ids).toEqual([]);
    expect(new Date(synced_at) < new Date(future)).toBe(true);
  });

  test.each(['updated_since=today', 'updated_since=2026-01-01', 'updated_since='])('%s gets 400', async (query) => {
    expect((await call(await person(), 'GET', `${kind.path}?${query}`)).status).toBe(400);
  });

  test.each(['abc', '1.abc', `.${randomUUID()}`, '9'.repeat(30)])('the cursor %s gets 400', async (cursor) => {
    const response = await list(await person(), kind, await ago(MINUTE), `&cursor=${cursor}`);
    expect(response).toMatchObject({ status: 400, body: { code: 'request.invalid-cursor' } });
  });

  test('has keys that a list without it has not', async () => {
    const { body } = await call(await person(), 'GET', kind.path);
    expect(Object.keys(body).toSorted()).toEqual([kind.many, 'next_cursor'].toSorted());
  });
});

test.each([
  [ENTRIES, 'scope=shared'],
  [ENTRIES, 'q=day'],
  [ENTRIES, 'mood=calm'],
  [ENTRIES, 'from=2026-01-01'],
  [GOALS, 'status=active'],
])('changes of $path cannot be filtered by %s', async (kind, filter) => {
  const response = await list(await person(), kind, await ago(MINUTE), `&${filter}`);
  expect(response).toMatchObject({ status: 400, body: { code: 'sync.filtered' } });
});

test('changes of entries can name their scope', async () => {
  const ada = await person();
  const { id } = await create(ada, ENTRIES);
  expect((await changesOf(ada, ENTRIES, await ago(MINUTE), '&scope=mine')).ids).toEqual([id]);
});

test.each([ENTRIES, NOTEBOOKS])('a record restored from the trash is a change: $key', async (kind) => {
  const ada = await person();
  const record = await create(ada, kind);
  const start = await ago(MINUTE);
  await remove(ada, record);
  expect(await changesOf(ada, kind, start)).toMatchObject({ ids: [], deleted: [{ id: record.id }] });
  expect((await call(ada, 'POST', `/api/trash/${record.id}/restore`)).status).toBe(200);
  expect(await changesOf(ada, kind, start)).toMatchObject({ ids: [record.id], deleted: [] });
  await remove(ada, record);
  expect((await call(ada, 'DELETE', `/api/trash/${record.id}`)).status).toBe(200);
  expect(await changesOf(ada, kind, start)).toMatchObject({ ids: [], deleted: [{ id: record.id }] });
});

test('an entry changes with its notebook and with a membership', async () => {
  const ada = await person();
  const org_id = await createOrganization(deps, await person(), [ada]);
  const notebook = await create(ada, NOTEBOOKS);
  const inNotebook = await create(ada, ENTRIES, { notebook_id: notebook.id });
  const shared = await create(ada, ENTRIES, { metadata_visibility: 'org', org_id });
  const records = [inNotebook, shared, await create(ada, ENTRIES)];
  for (const record of records) await moveBack(record, 60 * MINUTE);
  const start = await ago(30 * MINUTE);
  await call(ada, 'PATCH', notebook.url, { metadata_visibility: 'public' });
  expect((await changesOf(ada, ENTRIES, start)).records).toMatchObject([
    { id: inNotebook.id, effective_metadata_visibility: 'public' },
  ]);
  await moveBack(inNotebook, 60 * MINUTE);
  await remove(ada, notebook);
  expect((await changesOf(ada, ENTRIES, start)).records).toMatchObject([{ id: inNotebook.id, notebook_id: null }]);
  await moveBack(inNotebook, 60 * MINUTE);
  await call(ada, 'DELETE', `/api/organizations/${org_id}/members/${ada.id}`);
  expect((await changesOf(ada, ENTRIES, start)).records).toMatchObject([{ id: shared.id, org_id: null }]);
});

test('a deletion by a super admin is a change for the author', async () => {
  const [ada, root] = [await person(), await superAdmin()];
  const record = await create(ada, ENTRIES);
  await remove(root, record);
  expect((await changesOf(ada, ENTRIES, await ago(MINUTE))).deleted).toMatchObject([{ id: record.id }]);
});

test('the deletion of a goal deletes its check-ins', async () => {
  const ada = await person();
  const checkIn = await create(ada, CHECK_INS);
  expect((await call(ada, 'DELETE', checkIn.url.replace(/\/check-ins.*/, ''))).status).toBe(200);
  expect(await changesOf(ada, CHECK_INS, await ago(MINUTE))).toMatchObject({
    ids: [],
    deleted: [{ id: checkIn.id }],
  });
});

test('a new record with the id of a deleted one is not deleted', async () => {
  const ada = await person();
  const id = randomUUID();
  await remove(ada, await create(ada, GOALS, { id }));
  await create(ada, GOALS, { id });
  expect(await changesOf(ada, GOALS, await ago(MINUTE))).toMatchObject({ ids: [id], deleted: [] });
});

test('an erased account leaves no tombstones', async () => {
  const ada = await person();
  for (const kind of KINDS) {
    await create(ada, kind);
    await remove(ada, await create(ada, kind));
  }
  await deps.db.deleteFrom('profile').where('id', '=', ada.id).execute();
  expect(await deps.db.selectFrom('tombstone').selectAll().where('user_id', '=', ada.id).execute()).toEqual([]);
});

test('a page of long entries ends at 5 MB', async () => {
  const ada = await person();
  const content = '🌻'.repeat(100_000);
  for (let count = 0; count < 14; count += 1) await create(ada, ENTRIES, { content });
  const since = await ago(60 * MINUTE);
  const first = await changesOf(ada, ENTRIES, since);
  expect(first.ids).toHaveLength(13);
  expect((await changesOf(ada, ENTRIES, since, `&cursor=${first.next_cursor}`)).ids).toHaveLength(1);
});

test('a list of changes costs the same number of statements, whatever its length', async () => {
  const ada = await person();
  for (let count = 0; count < 3; count += 1) for (const kind of KINDS) await create(ada, kind);
  const actor = { userId: ada.id, isSuperAdmin: false } as Parameters<typeof listGoals>[1];
  const updated_since = await ago(MINUTE);
  for (const limit of [1, 3]) {
    const costs: number[] = [];
    for (const work of [listEntries, listNotebooks, listGoals, listOwnCheckIns]) {
      const { db, count } = countStatements(deps.db);
      await work({ ...deps, db }, actor, { updated_since, limit });
      costs.push(count());
    }
    expect(costs).toEqual([4, 4, 3, 3]);
  }
});
