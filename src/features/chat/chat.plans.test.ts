import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import type { Db } from '#platform/db/database.ts';
import { executeRead } from '#platform/db/read.ts';
import { armsOf, parseSearch } from '#platform/text/search/query.ts';
import { createOrganization } from '#test/groups.ts';
import { costsOf, settle } from '#test/plans.ts';
import { startTestApp } from '#test/start-test-app.ts';
import { selectMessages } from './message/message.store.ts';
import { listFoundMessages } from './message-search/message-search.store.ts';
import { listReaders, selectRooms } from './room/room.store.ts';

const { clock, databaseUrl, deps, person } = await startTestApp();
const NOW = clock.now();
const [ada, ben] = [await person(), await person()];
const org = await createOrganization(deps, ada, [ben]);
const others = await Promise.all(Array.from({ length: 20 }, () => createOrganization(deps, ben, [])));

// A room with 10,000 messages among many others, and a user with a year of squads.
await sql`
  insert into chat_room (org_id, last_message_at) select id, ${NOW} from unnest(${[org, ...others]}::uuid[]) id`.execute(
  deps.db,
);
for (let first = 1; first <= 20_000; first += 2_000) {
  await sql`
    insert into chat_message (id, room_id, sender_id, content, search_text, mentions, created_at)
    select gen_random_uuid(), case when n % 2 = 0 then ${org}::uuid else (${others}::uuid[])[1 + n % 20] end, ${ben.id},
      'A message', case when n = 20000 then ' a rare message ' else ' a message ' end, '[]',
      ${NOW}::timestamptz - n * interval '1 second'
    from generate_series(${first}::integer, ${first + 1_999}::integer) n`.execute(deps.db);
}
await sql`
  insert into workout_window (id, user_id, activity_type, window_start_time, window_end_time, timezone, since, match_group,
    created_at, updated_at)
  values (gen_random_uuid(), ${ada.id}, 'walk', '07:00', '09:00', 'UTC', '2020-01-01', 'g', now(), now())`.execute(
  deps.db,
);
await sql`
  with squads as (
    insert into squad (id, date, user_1_id, user_2_id, team_color, created_at)
    select gen_random_uuid(), ${NOW}::date - n, ${ada.id}, ${ben.id}, 'red', now() from generate_series(0, 2000) n
    returning id, date, user_1_id
  )
  insert into chain (id, date, user_id, team_color, squad_id, match_group, created_at)
  select gen_random_uuid(), date, user_1_id, 'red', id, 'g', now() from squads`.execute(deps.db);
await settle(deps.db, 'chat_room', 'chat_message', 'workout_window', 'squad', 'chain');

const { id: squad } = await deps.db
  .selectFrom('squad')
  .select('id')
  .where('date', '=', NOW.toISOString().slice(0, 10))
  .executeTakeFirstOrThrow();
const streaming = [ada.id, ben.id, ...Array.from({ length: 1_000 }, () => randomUUID())];
const middle = { createdAt: new Date(NOW.getTime() - 10_000_000), id: org };

const search = (db: Db, q: string) => {
  const parsed = parseSearch(q);
  const searched = { userId: ada.id, roomId: org, search: parsed, arms: armsOf(parsed), after: null };
  return listFoundMessages(db, searched, 51);
};

test('a search reads the newest messages, then the index', async () => {
  const plansOf = async (q: string) => {
    const costs = await costsOf(databaseUrl, (db) => search(db, q));
    return costs.map(({ buffers, outline }) => ({ buffers, plan: outline.join('\n') }));
  };
  for (const { buffers, plan } of await plansOf('mess')) {
    expect(plan).toContain('chat_message_room_id_created_at_idx');
    expect(buffers, plan).toBeLessThan(500);
  }
  const indexed = (await plansOf('rare')).filter(({ plan }) => plan.includes('chat_message_search_text_idx'));
  expect(indexed).not.toEqual([]);
  for (const { buffers, plan } of indexed) expect(buffers, plan).toBeLessThan(100);
  expect(await search(deps.db, 'rare')).toHaveLength(1);
});

test.each<[string, (db: Db) => Promise<unknown>, number, string]>([
  ['A page', (db) => executeRead(db, selectMessages(ada.id, org, null, 51)), 30, 'chat_message_room_id_created_at_idx'],
  [
    'An old page',
    (db) => executeRead(db, selectMessages(ada.id, org, middle, 51)),
    30,
    'chat_message_room_id_created_at_idx',
  ],
  ['Receivers', (db) => listReaders(db, { userIds: streaming, roomIds: [org, squad], now: NOW }), 60, 'squad_pkey'],
  ['The rooms', (db) => executeRead(db, selectRooms(ada.id, NOW, 500)), 120, 'chat_message_room_id_created_at_idx'],
])('%s: uses an index', async (_what, look, pages, index) => {
  for (const { buffers, outline } of await costsOf(databaseUrl, look)) {
    const plan = outline.join('\n');
    expect(plan).toContain(index);
    expect(buffers, plan).toBeLessThanOrEqual(pages);
  }
});
