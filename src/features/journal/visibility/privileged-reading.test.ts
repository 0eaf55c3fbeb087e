import { beforeEach, describe, expect, test } from 'vitest';
import { type Person, startTestApp } from '#test/start-test-app.ts';

const { person, superAdmin, call, deps } = await startTestApp();

const [author, root] = await Promise.all([person(), superAdmin()]);

const HIDDEN = await write(author, 'Hidden', {});
const HALF_HIDDEN = await write(author, 'Half hidden', { metadata_visibility: 'public' });
const OPEN = await write(author, 'Open', { metadata_visibility: 'public', content_visibility: 'public' });
const OWN = await write(root, 'Own', {});

beforeEach(async () => {
  await deps.db.deleteFrom('audit_log').execute();
});

async function write(writer: Person, title: string, sharing: object): Promise<string> {
  const { body } = await call(writer, 'POST', '/api/journal', { title, content: 'a canary', mood: 'calm', ...sharing });
  return body.entry.id;
}

/** Which entries the audit log says were read, one for each record of it. */
async function auditedReads(): Promise<string[]> {
  const records = await deps.db.selectFrom('audit_log').selectAll().execute();
  for (const record of records) {
    expect(record).toMatchObject({ actor_id: root.id, action: 'journal.read-hidden', subject_type: 'journal_entry' });
    expect(record.created_at).toEqual(deps.clock.now());
  }
  return records.map(({ subject_id }) => subject_id).toSorted();
}

const both = [HIDDEN, HALF_HIDDEN].toSorted();

describe('GET /api/journal/:id', () => {
  test.each([
    ['a hidden entry', HIDDEN],
    ['an entry whose text is hidden', HALF_HIDDEN],
  ])('of %s by a super admin is audited', async (_what, id) => {
    const { status, body } = await call(root, 'GET', `/api/journal/${id}`);
    expect(status).toBe(200);
    expect(body.entry).toMatchObject({ content: 'a canary', content_hidden: false });
    expect(await auditedReads()).toEqual([id]);
  });

  test.each([
    ['an open entry', OPEN],
    ['an own entry', OWN],
  ])('does not audit %s by a super admin', async (_what, id) => {
    expect((await call(root, 'GET', `/api/journal/${id}`)).status).toBe(200);
    expect(await auditedReads()).toEqual([]);
  });

  test('does not audit reads and rejected requests of other users', async () => {
    const stranger = await person();
    const statuses: number[] = [];
    for (const id of [HIDDEN, HALF_HIDDEN, OPEN]) {
      statuses.push((await call(stranger, 'GET', `/api/journal/${id}`)).status);
      statuses.push((await call(author, 'GET', `/api/journal/${id}`)).status);
    }
    expect(statuses).toEqual([404, 200, 200, 200, 200, 200]);
    expect(await auditedReads()).toEqual([]);
  });

  test('audits each read', async () => {
    await call(root, 'GET', `/api/journal/${HIDDEN}`);
    await call(root, 'GET', `/api/journal/${HIDDEN}`);
    expect(await auditedReads()).toEqual([HIDDEN, HIDDEN]);
  });
});

describe('GET /api/journal', () => {
  test('audits each entry of a list that a super admin reads by privilege', async () => {
    const { body } = await call(root, 'GET', '/api/journal');
    expect(body.entries).toHaveLength(4);
    expect(await auditedReads()).toEqual(both);
  });

  test('audits each entry of a search that a super admin reads by privilege', async () => {
    const { body } = await call(root, 'GET', '/api/journal?q=canary%20half');
    expect(body.entries.map(({ id }: { id: string }) => id)).toEqual([HALF_HIDDEN]);
    expect(await auditedReads()).toEqual([HALF_HIDDEN]);
  });

  test('audits the entries of the returned page only', async () => {
    const seen: string[] = [];
    for (let cursor: string | null = ''; cursor !== null; ) {
      await deps.db.deleteFrom('audit_log').execute();
      const response = await call(root, 'GET', `/api/journal?scope=shared&limit=1${cursor && `&cursor=${cursor}`}`);
      const [entry] = response.body.entries;
      expect(await auditedReads()).toEqual(entry.id === OPEN ? [] : [entry.id]);
      seen.push(entry.id);
      cursor = response.body.next_cursor;
    }
    expect(seen.toSorted()).toEqual([HIDDEN, HALF_HIDDEN, OPEN].toSorted());
  });

  test('does not audit own lists and lists of other users', async () => {
    await call(root, 'GET', '/api/journal?scope=mine');
    await call(author, 'GET', '/api/journal');
    await call(await person(), 'GET', '/api/journal?q=canary');
    expect(await auditedReads()).toEqual([]);
  });
});
