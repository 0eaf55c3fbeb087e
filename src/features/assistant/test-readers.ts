import { randomUUID } from 'node:crypto';
import pg from 'pg';
import type { Person, TestApp } from '../../../test/start-test-app.ts';
import type { TokenUsage } from '../../platform/db/tables.generated.ts';
import type { Ai } from '../../providers/ai/ai.ts';

export const SECRETS = { CHAT_CRON_SECRET: 'secret-of-the-night', DROPS_CRON_SECRET: 'secret-of-the-morning' };

const ANALYZE = '/api/chat/cron/analyze-notes';
const SEND_DROPS = '/api/encouragement-drops/cron/generate-daily-drops';

type App = Pick<TestApp, 'call' | 'deps' | 'person' | 'clock'>;

export const analyze = (call: TestApp['call'], secret = 'secret-of-the-night') =>
  call(null, 'POST', ANALYZE, undefined, { 'x-cron-secret': secret });

export const sendDrops = (call: TestApp['call'], secret = 'secret-of-the-morning') =>
  call(null, 'POST', SEND_DROPS, undefined, { 'x-cron-secret': secret });

/** Everybody who is there stops being anybody's business, so that a test is about those who come after. */
export const excludeAllUsers = ({ deps }: Pick<TestApp, 'deps'>) =>
  deps.db.updateTable('profile').set({ read_notes_enabled: false, check_in_enabled: false }).execute();

/** Somebody who lets the assistant read their notes, and unless told otherwise send drops. */
export async function reader(app: App, wishes: { read_notes_enabled?: boolean; check_in_enabled?: boolean } = {}) {
  const somebody = await app.person();
  await change(app, somebody, { read_notes_enabled: true, check_in_enabled: true, ...wishes });
  return somebody;
}

/** Changes what is stored of somebody. */
export const change = (
  { deps }: Pick<TestApp, 'deps'>,
  { id }: { id: string },
  values: { read_notes_enabled?: boolean; check_in_enabled?: boolean; is_active?: boolean; is_ai?: boolean },
) => deps.db.updateTable('profile').set(values).where('id', '=', id).execute();

/** An entry as it was written at that moment, or now. */
export async function note({ deps, clock }: App, { id }: { id: string }, content: string, at = clock.now()) {
  const [mine, own] = ['user' as const, { created_at: at, updated_at: at }];
  await deps.db
    .insertInto('journal_entry')
    .values({
      id: randomUUID(),
      user_id: id,
      title: 'A day',
      content,
      effective_metadata_visibility: mine,
      effective_content_visibility: mine,
      ...own,
    })
    .execute();
}

/** So many people with three notes each, written within the last days. */
export async function readersWithNotes(app: App, count: number): Promise<Person[]> {
  const people = await Promise.all(Array.from({ length: count }, () => reader(app)));
  const texts = ['I am so happy and grateful today.', 'Work was hard, and I am tired.', 'A calm walk by the sea.'];
  for (const [index, somebody] of people.entries()) {
    for (const [day, text] of texts.entries()) {
      const at = new Date(app.clock.now().getTime() - day * 3_600_000 * 24);
      await note(app, somebody, texts[(index + day) % 3] ?? text, at);
    }
  }
  return people;
}

/** Everything stored of the analyses but ids and times. */
export const analysisRows = ({ deps }: Pick<TestApp, 'deps'>) =>
  deps.db
    .selectFrom('note_analysis')
    .select(['user_id', 'analysis_date', 'summary', 'mood_trends', 'topics', 'patterns', 'recommendations', 'insights'])
    .select('entry_count')
    .orderBy('user_id')
    .orderBy('analysis_date')
    .execute();

/** Everything stored of the assistant's drops but ids and times. */
export const dropRows = ({ deps }: Pick<TestApp, 'deps'>) =>
  deps.db
    .selectFrom('drop_sent')
    .select(['recipient_id', 'sender_id', 'drop_type', 'title', 'content', 'day', 'is_custom', 'template_id'])
    .where('sender_id', 'is', null)
    .orderBy('recipient_id')
    .orderBy('day')
    .execute();

/** How many calls of this kind are in the books. */
export async function countUsage({ deps }: Pick<TestApp, 'deps'>, type: TokenUsage['type']): Promise<number> {
  const rows = await deps.db.selectFrom('token_usage').select('id').where('type', '=', type).execute();
  return rows.length;
}

/** The provider, with something that happens before each question, or after each answer. */
export function aiWith(ai: Ai, { before, after }: { before?: () => unknown; after?: () => unknown }): Ai {
  return {
    ...ai,
    generateObject: async (request) => {
      await before?.();
      const answer = await ai.generateObject(request);
      await after?.();
      return answer;
    },
  };
}

/** A door that work waits at, until it is opened. */
export function createDoor() {
  let open = (): void => undefined;
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { opened, open };
}

/** Ends the sessions that hold the lock of a job, as the death of their node does. */
export async function endRuns(databaseUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  await client.query(`
    select pg_terminate_backend(pid, 5000) from pg_locks
    where locktype = 'advisory' and database = (select oid from pg_database where datname = current_database())`);
  await client.end();
}
