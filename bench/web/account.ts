import { newContext } from '../../web/test/harness/browser.ts';
import { withClient } from '../cluster.ts';
import type { Browser, Session } from './browser.ts';

export const ENTRIES = 10_000;
/** A little less than an entry may have, so that keys still write something. */
export const LONG_TEXT_CHARACTERS = 99_000;

export type Writer = { session: Session; entryId: string };

type Context = Awaited<ReturnType<typeof newContext>>;

/** Signs up a user. */
export async function createAccount(browser: Browser, baseURL: string): Promise<Session> {
  const context = await newContext(browser, { baseURL });
  await signUp(context, baseURL);
  const session = await context.storageState();
  await context.close();
  return session;
}

async function post<Body>(context: Context, baseURL: string, path: string, data: object): Promise<Body> {
  const response = await context.request.post(path, { data, headers: { origin: baseURL } });
  if (!response.ok()) throw new Error(`POST ${path}: ${response.status()} ${await response.text()}`);
  return (await response.json()) as Body;
}

async function signUp(context: Context, baseURL: string): Promise<void> {
  const account = { name: 'Ada Lovelace', email: 'ada@bench.test', password: 'meadow-in-bloom' };
  await post(context, baseURL, '/auth/sign-up/email', account);
}

/** Signs up a user who has written for years, and whose newest entry is as long as an entry may be. */
export async function createWriter(browser: Browser, baseURL: string, databaseUrl: string): Promise<Writer> {
  const context = await newContext(browser, { baseURL });
  const call = <Body>(path: string, data: object) => post<Body>(context, baseURL, path, data);
  await signUp(context, baseURL);
  await call('/api/notebooks', { name: 'Evenings by the river' });
  await call('/api/goals', { title: 'Run three times a week', cadence: 'weekly' });
  const paragraph = `${'Walked to work and was calm. '.repeat(20)}\n\n`;
  const content = paragraph.repeat(LONG_TEXT_CHARACTERS / paragraph.length);
  const { entry } = await call<{ entry: { id: string; user_id: string } }>('/api/journal', {
    title: 'A long day',
    content,
  });
  await writeEntries(databaseUrl, entry.id);
  const session = await context.storageState();
  await context.close();
  return { session, entryId: entry.id };
}

/** Older entries of the same user, four a day, half of them with a mood. */
async function writeEntries(url: string, entryId: string): Promise<void> {
  await withClient(url, async (client) => {
    await client.query(
      `insert into journal_entry (id, user_id, title, content, tags, mood, effective_metadata_visibility,
         effective_content_visibility, created_at, updated_at, entry_date, created_date)
       select gen_random_uuid(), user_id, 'A day ' || number % 7, repeat(md5(number::text) || ' walked to work. ', 5),
         '{walk,work}', case when number % 2 = 0 then 'calm' end, 'user', 'user', written, written, written::date,
         written::date
       from generate_series(1, $2::int) as number
       cross join lateral (select now() - number * interval '6 hours' as written) as moment
       cross join (select user_id from journal_entry where id = $1) as author`,
      [entryId, ENTRIES - 1],
    );
    await client.query('vacuum analyze journal_entry');
  });
}
