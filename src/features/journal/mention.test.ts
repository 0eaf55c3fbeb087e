import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { type Person, startTestApp } from '../../../test/start-test-app.ts';

const { person, superAdmin, call, deps } = await startTestApp();

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
    effective_metadata_visibility: 'user',
    effective_content_visibility: 'user',
    created_at: now,
    updated_at: now,
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
  test('200 reads the mentions of 250 entries with three calls, each person of an entry once', async () => {
    const ada = await person();
    await writeWithoutMentions(ada, 250);
    const answers = [await backfill(ada), await backfill(ada), await backfill(ada)];
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(answers.map(({ body }) => body)).toEqual([
      { processed: 100, remaining: 150 },
      { processed: 100, remaining: 50 },
      { processed: 50, remaining: 0 },
    ]);
    expect(await mentionsOf(ada)).toEqual(expectedMentions(250));
  });

  test('200 changes nothing when it is called again, nor when there is nothing to read', async () => {
    const ada = await person();
    await writeWithoutMentions(ada, 3);
    const { body } = await call(ada, 'POST', '/api/journal', {
      title: 'Entry 3',
      content: 'Nobody here',
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

  test('200 leaves none and doubles none under 20 calls at once', async () => {
    const ada = await person();
    await writeWithoutMentions(ada, 250);
    const answers = await Promise.all(Array.from({ length: 20 }, () => backfill(ada)));
    expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(200));
    expect(answers.reduce((sum, { body }) => sum + body.processed, 0)).toBe(250);
    expect((await backfill(ada)).body).toEqual({ processed: 0, remaining: 0 });
    expect(await mentionsOf(ada)).toEqual(expectedMentions(250));
  });

  test('200 touches nobody else’s entries, even for a super admin', async () => {
    const [ada, ben, root] = await Promise.all([person(), person(), superAdmin()]);
    await writeWithoutMentions(ada, 2);
    await writeWithoutMentions(ben, 2);
    expect((await backfill(ben)).body).toEqual({ processed: 2, remaining: 0 });
    expect((await backfill(root)).body).toEqual({ processed: 0, remaining: 0 });
    expect(await mentionsOf(ada)).toEqual([null, null]);
    expect(await mentionsOf(ben)).toEqual(expectedMentions(2));
  });

  test('200 keeps when an entry was written and changed, and whom it is shared with', async () => {
    const ada = await person();
    await writeWithoutMentions(ada, 1);
    const read = () => deps.db.selectFrom('journal_entry').selectAll().where('user_id', '=', ada.id).execute();
    const [before] = await read();
    await backfill(ada);
    expect(await read()).toEqual([{ ...before, mentions: expectedMentions(1)[0] }]);
  });

  test('401 for nobody', async () => {
    expect((await backfill(null)).status).toBe(401);
  });
});
