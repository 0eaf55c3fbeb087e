import { sql } from 'kysely';
import { expect, test } from 'vitest';
import type { Db, Tx } from '#platform/db/database.ts';
import { costsOf, settle } from '#test/plans.ts';
import { startTestApp } from '#test/start-test-app.ts';
import { countLabActivity } from '../lab/statistics/statistics.store.ts';
import { listDigestRecipientsAfter } from './digest/sponsor-digest.store.ts';
import { listApprovedOpportunities, listPendingOpportunities } from './opportunity/opportunity.store.ts';
import { countMessages, listSentAfter } from './outreach/outreach.store.ts';
import { listPendingSponsors, listSponsorsOnWall } from './sponsor/sponsor.store.ts';

const { clock, databaseUrl, deps, person } = await startTestApp();
const NOW = clock.now();
const A_DAY_AGO = new Date(NOW.getTime() - 24 * 60 * 60 * 1_000);
const { id: sender } = await person();

await sql`
  insert into sponsor (id, name, tier, contact_name, contact_email, status, decline_reason, decided_at, applied_at)
  select gen_random_uuid(), 'A', (array['bronze', 'silver', 'gold', 'platinum'])[1 + n % 4], 'A', 'a@b.test',
    case n % 3 when 0 then 'pending' when 1 then 'approved' else 'declined' end, case n % 3 when 2 then 'No' end,
    case n % 3 when 0 then null else now() end, now() - n * interval '1 minute'
  from generate_series(1, 20000) as n`.execute(deps.db);
await sql`
  insert into opportunity (id, submitted_by, title, type, organization, description, url, status, decided_at, created_at)
  select gen_random_uuid(), ${sender}, 'A', case n % 100 when 1 then 'mentorship' else 'internship' end,
    'A', 'A', 'https://a.test', case n % 3 when 0 then 'pending' else 'approved' end,
    case n % 3 when 0 then null else now() end, now() - n * interval '1 minute'
  from generate_series(1, 20000) as n`.execute(deps.db);
await sql`
  insert into sponsor_message (id, sender_id, sponsor_id, created_at)
  select gen_random_uuid(), ${sender}, sponsor.id, now() - n * interval '1 day'
  from (select id from sponsor where status = 'approved' limit 200) as sponsor, generate_series(1, 100) as n`.execute(
  deps.db,
);
await sql`
  insert into lab_template (id, owner_id, title, description, steps, is_template, is_public, created_at, updated_at)
  select gen_random_uuid(), ${sender}, 'A', '', '[]', true, true, now() - n * interval '1 hour', now()
  from generate_series(1, 20000) as n`.execute(deps.db);
await sql`
  insert into lab_replication (id, template_id, user_id, outputs, created_at)
  select gen_random_uuid(), id, ${sender}, '[]', created_at from lab_template`.execute(deps.db);
await settle(deps.db, 'sponsor', 'opportunity', 'sponsor_message', 'lab_template', 'lab_replication');

const approved = await sql<{ id: string; applied_at: Date }>`
  select id, applied_at from sponsor where status = 'approved' and tier = 'gold' order by applied_at limit 200`.execute(
  deps.db,
);
const ids = approved.rows.map(({ id }) => id);
const middle = { createdAt: approved.rows[100]?.applied_at ?? NOW, id: ids[100] ?? '' };
const later = { createdAt: new Date(NOW.getTime() - 5_000 * 60_000), id: sender };

test.each<[string, (db: Db) => Promise<unknown>, number, string]>([
  ['The wall', (db) => listSponsorsOnWall(db, null, null, 51), 60, 'sponsor_approved_applied_at_idx'],
  ['The wall from the middle', (db) => listSponsorsOnWall(db, null, middle, 51), 70, 'sponsor_approved_applied_at_idx'],
  ['A tier', (db) => listSponsorsOnWall(db, 'bronze', null, 51), 60, 'sponsor_approved_tier_rank_applied_at_idx'],
  [
    'A tier from the middle',
    (db) => listSponsorsOnWall(db, 'gold', middle, 51),
    70,
    // The index of the whole wall reads as few pages here.
    'sponsor_approved_',
  ],
  ['Pending applications', (db) => listPendingSponsors(db, null, 51), 60, 'sponsor_pending_applied_at_idx'],
  ['Older pending applications', (db) => listPendingSponsors(db, later, 51), 60, 'sponsor_pending_applied_at_idx'],
  [
    'Opportunities',
    (db) => listApprovedOpportunities(db, { type: undefined, openAt: NOW }, later, 51),
    60,
    'opportunity_approved_created_at_idx',
  ],
  [
    'Opportunities of a type',
    (db) => listApprovedOpportunities(db, { type: 'mentorship', openAt: undefined }, later, 51),
    60,
    'opportunity_approved_type_created_at_idx',
  ],
  ['Pending opportunities', (db) => listPendingOpportunities(db, later, 51), 60, 'opportunity_pending_created_at_idx'],
  // One user sent all messages here, so the index of the sponsor is as selective as that of the pair.
  ['Messages of a pair', (db) => listSentAfter(db as Tx, sender, ids[0] ?? '', A_DAY_AGO, 5), 20, 'sponsor_message_'],
  ['Messages of a day', (db) => countMessages(db, ids, A_DAY_AGO, NOW), 800, 'sponsor_message'],
  [
    'Recipients of digest emails',
    (db) => listDigestRecipientsAfter(db, '2026-11-16', middle.id, 200),
    900,
    'sponsor_approved_idx',
  ],
  ['A day in the lab', (db) => countLabActivity(db, A_DAY_AGO, NOW), 250, 'lab_replication_created_at_idx'],
])('%s: uses an index', async (_what, look, pages, index) => {
  for (const { buffers, outline } of await costsOf(databaseUrl, look)) {
    const plan = outline.join('\n');
    expect(plan).toContain(index);
    expect(buffers, plan).toBeLessThanOrEqual(pages);
  }
});
