import { randomUUID } from 'node:crypto';
import pg from 'pg';
import type { Ai } from '#providers/ai/ai.ts';
import { entryCreatedAt } from '#test/entry-dates.ts';
import type { Person, TestApp } from '#test/start-test-app.ts';

export const SECRETS = { CHAT_CRON_SECRET: 'secret-of-the-night', DROPS_CRON_SECRET: 'secret-of-the-morning' };

const ANALYZE = '/api/chat/cron/analyze-notes';
const SEND_DROPS = '/api/encouragement-drops/cron/generate-daily-drops';

type App = Pick<TestApp, 'call' | 'deps' | 'person' | 'clock'>;

export const analyze = (call: TestApp['call'], secret = 'secret-of-the-night') =>
  call(null, 'POST', ANALYZE, undefined, { 'x-cron-secret': secret });

export const sendDrops = (call: TestApp['call'], secret = 'secret-of-the-morning') =>
  call(null, 'POST', SEND_DROPS, undefined, { 'x-cron-secret': secret });

/** Withdraws the consent of all existing users, so that a test processes only later ones. */
export const excludeAllUsers = ({ deps }: Pick<TestApp, 'deps'>) =>
  deps.db.updateTable('profile').set({ read_notes_enabled: false, check_in_enabled: false }).execute();

/** Creates a user with both consents unless given otherwise. */
export async function reader(app: App, wishes: { read_notes_enabled?: boolean; check_in_enabled?: boolean } = {}) {
  const user = await app.person();
  await change(app, user, { read_notes_enabled: true, check_in_enabled: true, ...wishes });
  return user;
}

/** Updates a profile directly. */
export const change = (
  { deps }: Pick<TestApp, 'deps'>,
  { id }: { id: string },
  values: { read_notes_enabled?: boolean; check_in_enabled?: boolean; is_active?: boolean; is_ai?: boolean },
) => deps.db.updateTable('profile').set(values).where('id', '=', id).execute();

/** Stores an entry with this creation time. */
export async function note({ deps, clock }: App, { id }: { id: string }, content: string, at = clock.now()) {
  const mine = 'user' as const;
  await deps.db
    .insertInto('journal_entry')
    .values({
      id: randomUUID(),
      user_id: id,
      title: 'A day',
      content,
      effective_metadata_visibility: mine,
      effective_content_visibility: mine,
      ...entryCreatedAt(at),
    })
    .execute();
}

/** Creates `count` users with three entries each of the last days. */
export async function readersWithNotes(app: App, count: number): Promise<Person[]> {
  const people = await Promise.all(Array.from({ length: count }, () => reader(app)));
  const texts = ['I am so happy and grateful today.', 'Work was hard, and I am tired.', 'A calm walk by the sea.'];
  for (const [index, user] of people.entries()) {
    for (const [day, text] of texts.entries()) {
      const at = new Date(app.clock.now().getTime() - day * 3_600_000 * 24);
      await note(app, user, texts[(index + day) % 3] ?? text, at);
    }
  }
  return people;
}

/** The stored analyses without ids and times. */
export const analysisRows = ({ deps }: Pick<TestApp, 'deps'>) =>
  deps.db
    .selectFrom('note_analysis')
    .select(['user_id', 'analysis_date', 'summary', 'mood_trends', 'topics', 'patterns', 'recommendations', 'insights'])
    .select('entry_count')
    .orderBy('user_id')
    .orderBy('analysis_date')
    .execute();

/** The stored drops of the assistant without ids and times. */
export const dropRows = ({ deps }: Pick<TestApp, 'deps'>) =>
  deps.db
    .selectFrom('drop_sent')
    .select(['recipient_id', 'sender_id', 'drop_type', 'title', 'content', 'day', 'is_custom', 'template_id'])
    .where('sender_id', 'is', null)
    .orderBy('recipient_id')
    .orderBy('day')
    .execute();

/** Counts the recorded AI calls of a type. */
export async function countUsage(
  { deps }: Pick<TestApp, 'deps'>,
  type: 'note_analysis' | 'daily_drop',
): Promise<number> {
  const rows = await deps.db.selectFrom('token_usage').select('id').where('type', '=', type).execute();
  return rows.length;
}

/** The provider with hooks before and after each call. */
export function aiWith(ai: Ai, { before, after }: { before?: () => unknown; after?: () => unknown }): Ai {
  return {
    ...ai,
    generateObject: async (request) => {
      await before?.();
      const response = await ai.generateObject(request);
      await after?.();
      return response;
    },
  };
}

/** Terminates the sessions with advisory locks, as when their node dies. */
export async function endRuns(databaseUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  await client.query(`
    select pg_terminate_backend(pid, 5000) from pg_locks
    where locktype = 'advisory' and database = (select oid from pg_database where datname = current_database())`);
  await client.end();
}
