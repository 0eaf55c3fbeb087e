import type { Actor } from '#access/actor.ts';
import { recordAudit } from '#features/account';
import { type DeclineReason, decideSubmission, type SubmissionKind } from '#features/lab';
import type { Position } from '#platform/db/pagination.ts';
import { type PageQuery, paginate } from '#platform/http/pagination.ts';
import type { SponsorDeps } from '../deps.ts';
import {
  type NewSponsor,
  type Sponsor,
  type SponsorApplication,
  type SponsorQuery,
  sponsorErrors,
} from './sponsor.schema.ts';
import { insertSponsor, listPendingSponsors, listSponsorsOnWall, type SponsorRow } from './sponsor.store.ts';

const SPONSORS: SubmissionKind<SponsorRow> = { table: 'sponsor', noun: 'sponsor', errors: sponsorErrors };

/** Stores an application. It is hidden until a super admin approves it. */
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

/** Lists the sponsors on the wall, newest first. */
export async function listSponsors(
  deps: SponsorDeps,
  query: SponsorQuery,
): Promise<{ sponsors: Sponsor[]; next_cursor: string | null }> {
  const list = (after: Position | null, limit: number) => listSponsorsOnWall(deps.db, query.tier ?? null, after, limit);
  const { rows, next_cursor } = await paginate(query, list, { positionOf });
  return { sponsors: rows.map(viewOf), next_cursor };
}

/** Newest first. Applications contain contact details, so the audit log records which were read. */
export async function listPendingApplications(
  deps: SponsorDeps,
  actor: Actor,
  query: PageQuery,
): Promise<{ sponsors: SponsorApplication[]; next_cursor: string | null }> {
  const list = (after: Position | null, limit: number) => listPendingSponsors(deps.db, after, limit);
  const { rows, next_cursor } = await paginate(query, list, { positionOf });
  await recordAudit(deps, deps.db, actor, {
    action: 'lab.read-sponsors',
    subjectType: 'sponsor',
    subjectIds: rows.map(({ id }) => id),
  });
  return { sponsors: rows.map(viewOfApplication), next_cursor };
}

/** Adds a sponsor to the wall. */
export async function approveSponsor(deps: SponsorDeps, actor: Actor, id: string): Promise<SponsorApplication> {
  return viewOfApplication(await decideSubmission(deps, actor, SPONSORS, { id, reason: null }));
}

/** The applicant is not notified. */
export async function declineSponsor(
  deps: SponsorDeps,
  actor: Actor,
  id: string,
  { reason }: DeclineReason,
): Promise<SponsorApplication> {
  return viewOfApplication(await decideSubmission(deps, actor, SPONSORS, { id, reason }));
}

const positionOf = ({ id, applied_at }: SponsorRow): Position => ({ createdAt: applied_at, id });

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
