import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { INVARIANTS } from '#app/invariants.ts';
import { startTestApp } from '#test/start-test-app.ts';
import { seedDemo } from '../../demo/demo.ts';
import { findViolations } from './findings.ts';

const { deps, clock, databaseUrl } = await startTestApp({ builtInIdentity: true });
clock.set(new Date());
await seedDemo(deps, () => undefined);
await deps.background.drain();
deps.sequencer.start();

/** A connection without triggers and foreign keys, which prevent most violations. */
const client = new pg.Client({ connectionString: databaseUrl });
beforeAll(async () => {
  await client.connect();
  await client.query('set session_replication_role = replica');
});
afterAll(async () => {
  // What each test app holds in the end.
  await client.query(`update profile set drops_balance = 0; delete from drops_transaction`);
  await client.end();
});

const brokenNow = async () => (await findViolations(deps)).map(({ name }) => name);
const one = (table: string, where = 'true') => `(select ctid from ${table} where ${where} limit 1)`;
const UNKNOWN_ID = randomUUID();

/** How to break each invariant. Files are broken below. */
const BREAKS: Readonly<Record<string, string>> = {
  'organization.owners': `update organization_member set role = 'member' where ctid = ${one('organization_member', "role = 'owner'")}`,
  'organization.team-admins': `update team_member set role = 'member' where ctid = ${one('team_member', "role = 'admin'")}`,
  'webhook.secrets': `insert into webhook_endpoint (id, user_id, url, description, kinds, secret, created_at, updated_at)
    select gen_random_uuid(), id, 'https://a.test', '', array['k'], 'other', now(), now() from profile limit 1`,
  'music.tokens': `insert into music_account (user_id, provider_user_id, access_token, refresh_token, expires_at, scope, connected_at)
    select id, 'x', 'a', 'b', now(), '', now() from profile where not exists (select from music_account where user_id = profile.id) limit 1`,
  'wallet.ledger-chains': `update drops_transaction set balance_after = balance_after + 1 where ctid = ${one('drops_transaction')}`,
  // It follows from the one before, and so breaks with it.
  'wallet.balances': `update profile set drops_balance = drops_balance + 7 where ctid = ${one('profile')}`,
  'journal.mentions': `update journal_entry set mentions = '[{"user_id": "${UNKNOWN_ID}"}]' where ctid = ${one('journal_entry')}`,
  'journal.search-texts': `update journal_entry set search_text = ' other ' where ctid = ${one('journal_entry')}`,
  'journal.tag-forms': `update journal_entry set tags = tags || 'of another form'::text where ctid = ${one('journal_entry')}`,
  'account.search-names': `update profile set search_name = ' other ' where ctid = ${one('profile', 'search_name is not null')}`,
  'journal.tracks': `update journal_entry set music_track_id = 'unknown' where ctid = ${one('journal_entry')}`,
  'journal.photos': `update photo set entry_id = '${UNKNOWN_ID}' where ctid = ${one('photo', 'entry_id is not null')}`,
  'journal.effective-visibility': `update journal_entry set content_audience = '00000000-0000-0000-0000-000000000000'
    where ctid = ${one('journal_entry', 'content_audience is null')}`,
  'tone-pack.purchases-paid': `update tone_pack_purchase set transaction_id = null where ctid = ${one('tone_pack_purchase')}`,
  'chain.links': `update chain set before_user_id = user_id where ctid = ${one('chain')}`,
  'chain.squads': `update squad set date = date + 1 where ctid = ${one('squad')}`,
  'check-in.positions': `update chain set has_check_in = false where id = (select chain_id from check_in where chain_id is not null limit 1)`,
  'chat.last-messages': `update chat_room set last_message_at = '2001-01-01' where ctid = ${one('chat_room')}`,
  'chat.search-texts': `update chat_message set search_text = ' other ' where ctid = ${one('chat_message', 'search_text is not null')}`,
  'chat.mentions': `update chat_message set mentions = '[{"user_id": "${UNKNOWN_ID}"}]' where ctid = ${one('chat_message')}`,
  'event.sequence': `insert into event (position, kind, audience, data, occurred_at, stored_at)
    select last_position + 7, 'x', array['everyone'], '{}', now(), now() from event_sequence`,
  'badge.counts': `update badge set total_drops_sent = total_drops_sent + 1 where ctid = ${one('badge')}`,
  'data-rights.missing-files': `update journal_entry set background_key = 'entry-backgrounds/missing.webp' where ctid = ${one('journal_entry')}`,
};

test('nothing is broken in a month of sample users', async () => {
  expect(await findViolations(deps)).toEqual([]);
});

describe('a broken invariant is found, and no other one with it', () => {
  const broken = new Set<string>();

  test.each(Object.entries(BREAKS))('%s', async (name, statement) => {
    expect((await client.query(statement)).rowCount).toBeGreaterThan(0);
    broken.add(name);
    expect(new Set(await brokenNow())).toEqual(broken);
  });
});

test('a file without a row is found once it is old', async () => {
  const orphan = 'avatars/orphan.webp';
  await deps.storage.put(orphan, new Uint8Array([1]));
  expect(await brokenNow()).not.toContain('data-rights.orphan-files');
  clock.advance(2 * 60 * 60 * 1_000);
  const finding = (await findViolations(deps)).find(({ name }) => name === 'data-rights.orphan-files');
  expect(finding?.violations).toEqual([`file ${orphan}`]);
});

test('each invariant is broken by a test', () => {
  expect([...Object.keys(BREAKS), 'data-rights.orphan-files'].sort()).toEqual(
    INVARIANTS.map(({ name }) => name).sort(),
  );
});
