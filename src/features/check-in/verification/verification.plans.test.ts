import { randomBytes, randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import type { Db, Tx } from '#platform/db/database.ts';
import { costsOf, settle } from '#test/plans.ts';
import { startTestApp } from '#test/start-test-app.ts';
import { existsLookalikeInGroup } from './verification.store.ts';

const { databaseUrl, deps, person } = await startTestApp();
const { id: user_id } = await person();

const NOW = new Date('2026-11-18T09:00:00Z');
const PEOPLE = 200;
await sql`
  with made as (
    insert into profile (id, email, role_changed_at, created_at, updated_at)
    select gen_random_uuid(), n || '@group.test', now(), now(), now() from generate_series(1, ${PEOPLE}::integer) n returning id
  )
  insert into check_in (id, user_id, date, timezone, activity_type, within_window, photo_key, photo_digest, photo_fingerprint,
    photo_bits, match_group, photo_timestamp, continues_chain, status, created_at)
  select gen_random_uuid(), made.id, date '2026-11-18' - day, 'UTC', 'walk', true, 'key',
    sha256(convert_to(made.id || ' ' || day, 'utf8')), sha256(convert_to(made.id || ' ' || day, 'utf8')),
    ('x' || encode(sha256(convert_to(made.id || ' ' || day, 'utf8')), 'hex'))::bit(256), 'city', now(), false, 'verified',
    ${NOW}::timestamptz - day * interval '1 day'
  from made, generate_series(0, 27) day`.execute(deps.db);
await settle(deps.db, 'check_in');

test('photos of a group are compared by an index, for the last seven days only', async () => {
  const photo = {
    id: randomUUID(),
    user_id,
    date: '2026-11-18',
    photo_digest: randomBytes(32),
    photo_fingerprint: randomBytes(32),
    match_group: 'city',
    created_at: NOW,
    continues_chain: false,
    replaced_at: null,
  };
  const since = new Date(NOW.getTime() - 7 * 24 * 60 * 60 * 1_000);
  const look = (db: Db) => existsLookalikeInGroup(db as Tx, photo, { group: 'city', since, maxDistance: 12 });
  for (const { buffers, outline } of await costsOf(databaseUrl, look)) {
    expect(outline.join('\n')).toContain('Index Only Scan check_in_match_group_created_at_idx');
    expect(buffers).toBeLessThan(60);
  }
});
