import type { Actor } from '../../../access/actor.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { Db } from '../../../platform/db/database.ts';
import { type PageQuery, parsePage, toPage, writeCursor } from '../../../platform/http/pagination.ts';
import type { Ids } from '../../../platform/ids.ts';
import { recordAudit } from '../../account/index.ts';
import { decideAbout, type SubmissionKind } from '../../lab/index.ts';
import type { Decline } from '../decision.schema.ts';
import {
  type NewSponsor,
  type Sponsor,
  type SponsorApplication,
  type SponsorQuery,
  sponsorErrors,
} from './sponsor.schema.ts';
import { insertSponsor, listPendingSponsors, listSponsorsOnWall, type SponsorRow } from './sponsor.store.ts';

export type SponsorDeps = { db: Db; clock: Clock; ids: Ids };

const SPONSORS: SubmissionKind = { table: 'sponsor', noun: 'sponsor', errors: sponsorErrors };

/** Keeps an application; nobody sees it until somebody approves it. */
export async function applyAsSponsor(deps: SponsorDeps, input: NewSponsor): Promise<Sponsor> {
  const { name, tier, contact_name, contact_email, website = null, logo_url = null, message } = input;
  const row = await insertSponsor(deps.db, {
    id: deps.ids.next(),
    name: name.trim(),
    tier,
    contactName: contact_name.trim(),
    contactEmail: contact_email,
    website,
    logoUrl: logo_url,
    message: message?.trim() || null,
    now: deps.clock.now(),
  });
  return viewOf(row);
}

/** The sponsors who are approved, newest first. */
export async function listSponsors(
  deps: SponsorDeps,
  query: SponsorQuery,
): Promise<{ sponsors: Sponsor[]; next_cursor: string | null }> {
  const { limit, after } = parsePage(query);
  return pageWith(await listSponsorsOnWall(deps.db, query.tier ?? null, after, limit + 1), limit, viewOf);
}

/** The applications that nobody has decided about, newest first. They hold contacts: whose were read is written down. */
export async function listUndecidedSponsors(
  deps: SponsorDeps,
  actor: Actor,
  query: PageQuery,
): Promise<{ sponsors: SponsorApplication[]; next_cursor: string | null }> {
  const { limit, after } = parsePage(query);
  const page = pageWith(await listPendingSponsors(deps.db, after, limit + 1), limit, viewOfApplication);
  await recordAudit(deps, deps.db, actor, {
    action: 'lab.read-sponsors',
    subjectType: 'sponsor',
    subjectIds: page.sponsors.map(({ id }) => id),
  });
  return page;
}

/** Puts a sponsor on the wall. Throws `lab.sponsor-not-found` or `lab.sponsor-not-pending`. */
export async function approveSponsor(deps: SponsorDeps, actor: Actor, id: string): Promise<SponsorApplication> {
  return viewOfApplication(await decideAbout<SponsorRow>(deps, actor, SPONSORS, { id, reason: null }));
}

/** Never shows a sponsor, and tells nobody so. Throws as `approveSponsor` does. */
export async function declineSponsor(
  deps: SponsorDeps,
  actor: Actor,
  id: string,
  { reason }: Decline,
): Promise<SponsorApplication> {
  return viewOfApplication(await decideAbout<SponsorRow>(deps, actor, SPONSORS, { id, reason }));
}

function pageWith<View>(
  found: SponsorRow[],
  limit: number,
  view: (row: SponsorRow) => View,
): { sponsors: View[]; next_cursor: string | null } {
  const rows = found.map((row) => ({ ...row, created_at: row.applied_at }));
  const page = toPage(rows, limit);
  return { sponsors: page.rows.map(view), next_cursor: writeCursor(page.next) };
}

function viewOf(row: SponsorRow): Sponsor {
  return {
    id: row.id,
    name: row.name,
    tier: row.tier,
    website: row.website,
    logo_url: row.logo_url,
    status: row.status,
    applied_at: row.applied_at.toISOString(),
  };
}

function viewOfApplication(row: SponsorRow): SponsorApplication {
  return {
    ...viewOf(row),
    contact_name: row.contact_name,
    contact_email: row.contact_email,
    message: row.message,
    decline_reason: row.decline_reason,
    decided_at: row.decided_at?.toISOString() ?? null,
  };
}
