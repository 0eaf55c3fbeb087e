import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { entryCreatedAt, moveEntryTo } from '#test/entry-dates.ts';
import { PATIENT_LOCKS, type Person, startTestApp } from '#test/start-test-app.ts';

const { person, superAdmin, call, deps } = await startTestApp({ environment: PATIENT_LOCKS });

const BEN = '12345678-1234-4123-8123-123456789abc';
const EVE = '87654321-4321-4321-8321-cba987654321';

/** Entries from before mentions were read: each names Ben, and the even ones Eve as well. */
async function writeWithoutMentions(author: Person, count: number): Promise<void> {
  const now = deps.clock.now();
  const rows = Array.from({ length: count }, (_, number) => ({
    id: deps.ids.next(),
    user_id: author.id,
    title: `Entry ${number}`,
    content: `With @[Ben ${number}](${BEN})${number % 2 === 0 ? ` and @[Eve](${EVE.toUpperCase()}), @[Ben again](${BEN})` : ''}`,
    effective_metadata_visibility: 'user' as const,
    effective_content_visibility: 'user' as const,
    ...entryCreatedAt(now),
  }));
  await deps.db.insertInto('journal_entry').values(rows).execute();
}

const backfill = (caller: Person | null) => call(caller, 'POST', '/api/journal/backfill-mentions');

async function mentionsOf({ id }: Person): Promise<unknown[]> {
  const rows = await deps.db
    .selectFrom('journal_entry')
    .select(['title', 'mentions'])
    .where('user_id', '=', id)
    .orderBy(sql`substring(title from '\\d+')::integer`)
    .execute();
  return rows.map(({ mentions }) => mentions);
}

const expectedMentions = (count: number) =>
  Array.from({ length: count }, (_, number) => [
    { user_id: BEN, name: `Ben ${number}` },
    ...(number % 2 === 0 ? [{ user_id: EVE, name: 'Eve' }] : []),
  ]);

describe('POST /api/journal/backfill-mentions', () => {
  test('extracts the mentions of 250 entries with three requests, each user of an entry once', async () => {
    const ada = await person();
    await writeWithoutMentions(ada, 250);
    const responses = [await backfill(ada), await backfill(ada), await backfill(ada)];
    expect(responses.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(responses.map(({ body }) => body)).toEqual([
      { processed: 100, remaining: 150 },
      { processed: 100, remaining: 50 },
      { processed: 50, remaining: 0 },
    ]);
    expect(await mentionsOf(ada)).toEqual(expectedMentions(250));
  });

  test('changes nothing when repeated or without entries to process', async () => {
    const ada = await person();
    await writeWithoutMentions(ada, 3);
    const { body } = await call(ada, 'POST', '/api/journal', {
      title: 'Entry 3',
      content: 'No mention here',
      mood: 'calm',
    });
    expect(body.entry.mentions).toEqual([]);
    expect((await backfill(ada)).body).toEqual({ processed: 3, remaining: 0 });
    const before = await deps.db.selectFrom('journal_entry').selectAll().where('user_id', '=', ada.id).execute();
    expect((await backfill(ada)).body).toEqual({ processed: 0, remaining: 0 });
    expect(await deps.db.selectFrom('journal_entry').selectAll().where('user_id', '=', ada.id).execute()).toEqual(
      before,
    );
    expect(await mentionsOf(ada)).toEqual([...expectedMentions(3), []]);
  });

  test('processes each entry once under 20 concurrent requests', async () => {
    const ada = await person();
    await writeWithoutMentions(ada, 250);
    const responses = await Promise.all(Array.from({ length: 20 }, () => backfill(ada)));
    expect(responses.map(({ status }) => status)).toEqual(Array(20).fill(200));
    expect(responses.reduce((sum, { body }) => sum + body.processed, 0)).toBe(250);
    expect((await backfill(ada)).body).toEqual({ processed: 0, remaining: 0 });
    expect(await mentionsOf(ada)).toEqual(expectedMentions(250));
  });

  test('changes no entries of other users, also for a super admin', async () => {
    const [ada, ben, root] = await Promise.all([person(), person(), superAdmin()]);
    await writeWithoutMentions(ada, 2);
    await writeWithoutMentions(ben, 2);
    expect((await backfill(ben)).body).toEqual({ processed: 2, remaining: 0 });
    expect((await backfill(root)).body).toEqual({ processed: 0, remaining: 0 });
    expect(await mentionsOf(ada)).toEqual([null, null]);
    expect(await mentionsOf(ben)).toEqual(expectedMentions(2));
  });

  test('keeps the dates and the sharing of an entry', async () => {
    const ada = await person();
    await writeWithoutMentions(ada, 1);
    const read = () => deps.db.selectFrom('journal_entry').selectAll().where('user_id', '=', ada.id).execute();
    const [before] = await read();
    await backfill(ada);
    const changed = { mentions: expectedMentions(1)[0], version: 2, changed_at: expect.any(Date) };
    expect(await read()).toEqual([{ ...before, ...changed }]);
  });

  test('returns 401 without a token', async () => {
    expect((await backfill(null)).status).toBe(401);
  });
});

describe('a mention in a blocked pair', () => {
  const naming = (...people: Person[]) => people.map(({ id }) => `@[A friend](${id})`).join(' and ');
  const block = (actor: Person, other: Person) => call(actor, 'POST', `/api/users/${other.id}/block`);
  const unblock = (actor: Person, other: Person) => call(actor, 'DELETE', `/api/users/${other.id}/block`);

  async function write(author: Person, content: string, fields: object = {}) {
    const entry = { title: 'An entry', content, mood: 'calm', ...fields };
    const { status, body } = await call(author, 'POST', '/api/journal', entry);
    expect(status).toBe(201);
    return body.entry;
  }

  const idsIn = (entry: { mentions: { user_id: string }[] }) => entry.mentions.map(({ user_id }) => user_id);

  /** The mentions of an entry as a viewer sees it in the list, among others of the same instant. */
  async function listedIdsIn(viewer: Person, { id }: { id: string }): Promise<string[]> {
    const { body } = await call(viewer, 'GET', '/api/journal');
    return idsIn(body.entries.find((entry: { id: string }) => entry.id === id));
  }

  const PUBLIC = { metadata_visibility: 'public', content_visibility: 'public' };

  test.each([
    ['the author the mentioned one', (author: Person, mentioned: Person) => block(author, mentioned)],
    ['the mentioned one the author', (author: Person, mentioned: Person) => block(mentioned, author)],
  ])('is missing in each response, with the text unchanged: %s', async (_what, blockOne) => {
    const [ada, ben, cleo, dan] = [await person(), await person(), await person(), await person()];
    await blockOne(ada, ben);
    const content = naming(ben, cleo);
    const entry = await write(ada, content, PUBLIC);
    expect(entry).toMatchObject({ content, mentions: [{ user_id: cleo.id, name: 'A friend' }] });
    const changed = await call(ada, 'PUT', `/api/journal/${entry.id}`, { content: naming(cleo, ben) });
    expect(changed.body.entry).toMatchObject({ content: naming(cleo, ben), mentions: [{ user_id: cleo.id }] });
    for (const viewer of [ada, ben, cleo, dan]) {
      const read = (await call(viewer, 'GET', `/api/journal/${entry.id}`)).body.entry;
      expect([read.content, idsIn(read)]).toEqual([naming(cleo, ben), [cleo.id]]);
      expect(await listedIdsIn(viewer, entry)).toEqual([cleo.id]);
    }
  });

  test('disappears with a later block and returns when it ends, also in entries of this day', async () => {
    const [ada, ben] = [await person(), await person()];
    const { id } = await write(ada, naming(ben), PUBLIC);
    await moveEntryTo(deps, id, new Date('2024-11-18T12:00:00Z'));
    const glance = async () => [
      idsIn((await call(ada, 'GET', `/api/journal/${id}`)).body.entry),
      idsIn((await call(ben, 'GET', `/api/journal/${id}`)).body.entry),
      ...(await call(ada, 'GET', '/api/journal/on-this-day?date=2026-11-18')).body.entries.map(idsIn),
    ];
    expect(await glance()).toEqual([[ben.id], [ben.id], [ben.id]]);
    await block(ben, ada);
    await block(ada, ben);
    expect(await glance()).toEqual([[], [], []]);
    await unblock(ada, ben);
    expect(await glance()).toEqual([[], [], []]);
    await unblock(ben, ada);
    expect(await glance()).toEqual([[ben.id], [ben.id], [ben.id]]);
  });

  test('is removed by the backfill', async () => {
    const [ada, ben] = [await person(), await person()];
    const { id } = await write(ada, naming(ben));
    await deps.db.updateTable('journal_entry').set({ mentions: null }).where('id', '=', id).execute();
    await block(ben, ada);
    expect((await backfill(ada)).body).toEqual({ processed: 1, remaining: 0 });
    expect((await call(ada, 'GET', `/api/journal/${id}`)).body.entry.mentions).toEqual([]);
    expect((await backfill(ada)).body).toEqual({ processed: 0, remaining: 0 });
  });

  test('ignores blocks between other users and blocks with the reader', async () => {
    const [ada, ben, cleo] = [await person(), await person(), await person()];
    const entries = [await write(ada, naming(ben), PUBLIC), await write(cleo, naming(ben), PUBLIC)];
    await block(ben, cleo);
    const read = await Promise.all(entries.map(({ id }) => call(cleo, 'GET', `/api/journal/${id}`)));
    expect(read.map(({ body }) => idsIn(body.entry))).toEqual([[ben.id], []]);
    const listed = await Promise.all(entries.map((entry) => listedIdsIn(ada, entry)));
    expect(listed).toEqual([[ben.id], []]);
  });

  test('stays hidden with its text', async () => {
    const [ada, ben] = [await person(), await person()];
    const { id } = await write(ada, naming(ben), { metadata_visibility: 'public' });
    await block(ben, ada);
    expect((await call(ben, 'GET', `/api/journal/${id}`)).body.entry).toMatchObject({ content: null, mentions: null });
  });
});
