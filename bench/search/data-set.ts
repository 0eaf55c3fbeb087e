import type pg from 'pg';
import { withClient } from '../cluster.ts';
import { withoutIndexes } from '../data-set/data-set.ts';
import { createCorpus } from './corpus.ts';

const ENTRIES_PER_USER = 100;
const USERS_PER_GROUP = 10;
const BATCH_SIZE = 2_000;

export const userId = (number: number) => `00000001-0000-4000-8000-${number.toString(16).padStart(12, '0')}`;

/**
 * Fills an empty database with users of 100 entries each, in groups of ten. Of 100 entries 60 are private, 20 public and 20 shared with
 * the group; one in ten of the shared ones shows its title alone. Writes columns of the earliest schema only.
 */
export async function loadEntries(url: string, entries: number, say: (sentence: string) => void): Promise<void> {
  const users = entries / ENTRIES_PER_USER;
  await withClient(url, async (client) => {
    await client.query(`
      create function pg_temp.user_id(number int) returns uuid language sql immutable as $$
        select ('00000001-0000-4000-8000-' || lpad(to_hex(number), 12, '0'))::uuid $$;
      create function pg_temp.group_id(number int) returns uuid language sql immutable as $$
        select ('00000002-0000-4000-8000-' || lpad(to_hex(number), 12, '0'))::uuid $$`);
    await client.query(
      `insert into profile (id, full_name, role, role_changed_at, created_at, updated_at)
       select pg_temp.user_id(number), 'Person ' || number, case when number = 0 then 'super_admin' else 'user' end, now(), now(), now()
       from generate_series(0, $1::int - 1) number`,
      [users],
    );
    await client.query(
      `insert into organization (id, name, owner_id, created_at, updated_at)
       select pg_temp.group_id(number), 'Organization ' || number, pg_temp.user_id(number * ${USERS_PER_GROUP}), now(), now()
       from generate_series(0, $1::int / ${USERS_PER_GROUP} - 1) number`,
      [users],
    );
    await client.query(
      `insert into organization_member (org_id, user_id, role, joined_at)
       select pg_temp.group_id(number / ${USERS_PER_GROUP}), pg_temp.user_id(number),
         case when number % ${USERS_PER_GROUP} = 0 then 'owner' else 'member' end, now()
       from generate_series(0, $1::int - 1) number`,
      [users],
    );
    await client.query(`alter table journal_entry set (autovacuum_enabled = off)`);
    await withoutIndexes(client, 'journal_entry', () => insertEntries(client, entries, users, say));
  });
}

async function insertEntries(
  client: pg.Client,
  entries: number,
  users: number,
  say: (sentence: string) => void,
): Promise<void> {
  const textOf = createCorpus();
  for (let first = 0; first < entries; first += BATCH_SIZE) {
    const texts = Array.from({ length: Math.min(BATCH_SIZE, entries - first) }, (_, index) => textOf(first + index));
    // Authors take turns, so that the entries of one are spread over the whole time.
    await client.query(
      `insert into journal_entry (id, user_id, title, content, metadata_visibility, content_visibility, org_id,
         effective_metadata_visibility, effective_content_visibility, metadata_audience, content_audience,
         mentions, created_at, updated_at, entry_date, created_date)
       select gen_random_uuid(), pg_temp.user_id(author), title, content, metadata_level, content_level,
         case when level = 'org' then pg_temp.group_id(author / ${USERS_PER_GROUP}) end, metadata_level, content_level,
         audience, case when content_level <> 'user' then audience end, '[]', written, written, written, written
       from (
         select title, content, written, (($3::bigint + ordinal - 1) % $4::bigint)::int as author, draw,
           case when draw < 60 then 'user' when draw < 80 then 'public' else 'org' end as level
         from unnest($1::text[], $2::text[]) with ordinality as given (title, content, ordinal)
         cross join lateral (select
           date_trunc('milliseconds', timestamptz '2024-01-01' + (($3::bigint + ordinal) / $5::float8) * interval '700 days') as written,
           (hashint8($3::bigint + ordinal) & 2147483647) % 100 as draw) as drawn
       ) as placed
       cross join lateral (select level as metadata_level,
         case when draw % 10 = 9 then 'user' else level end as content_level,
         case level when 'public' then '00000000-0000-0000-0000-000000000000'::uuid
           when 'org' then pg_temp.group_id(author / ${USERS_PER_GROUP}) end as audience) as sharing`,
      [texts.map(({ title }) => title), texts.map(({ content }) => content), first, users, entries],
    );
    if (first % 100_000 === 0) say(`${first} of ${entries} entries.`);
  }
}
