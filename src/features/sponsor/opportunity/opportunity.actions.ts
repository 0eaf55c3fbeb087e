import type { Actor } from '../../../access/actor.ts';
import { type PageQuery, parsePage, toPage, writeCursor } from '../../../platform/http/pagination.ts';
import { decideAbout, type SubmissionKind } from '../../lab/index.ts';
import type { Decline } from '../decision.schema.ts';
import type { SponsorDeps } from '../sponsor/sponsor.actions.ts';
import { closingOf } from './opportunity.rules.ts';
import {
  type NewOpportunity,
  type Opportunity,
  type OpportunityQuery,
  opportunityErrors,
  type SubmittedOpportunity,
} from './opportunity.schema.ts';
import {
  insertOpportunity,
  listApprovedOpportunities,
  listPendingOpportunities,
  type OpportunityRow,
} from './opportunity.store.ts';

const OPPORTUNITIES: SubmissionKind = { table: 'opportunity', noun: 'opportunity', errors: opportunityErrors };

/** Hands in an opportunity; nobody sees it until somebody approves it. */
export async function submitOpportunity(
  deps: SponsorDeps,
  actor: Actor,
  { title, type, organization, description, url, deadline = null }: NewOpportunity,
): Promise<Opportunity> {
  const row = await insertOpportunity(deps.db, {
    id: deps.ids.next(),
    submittedBy: actor.userId,
    title,
    type,
    organization,
    description,
    url,
    deadline,
    closesAt: deadline === null ? null : closingOf(deadline),
    now: deps.clock.now(),
  });
  return viewOf(row);
}

/** The opportunities that are approved, newest first. */
export async function listOpportunities(
  deps: SponsorDeps,
  query: OpportunityQuery,
): Promise<{ opportunities: Opportunity[]; next_cursor: string | null }> {
  const { limit, after } = parsePage(query);
  const openAt = query.open_at === undefined ? undefined : new Date(query.open_at);
  const filter = { type: query.type, openAt };
  const page = toPage(await listApprovedOpportunities(deps.db, filter, after, limit + 1), limit, textOf);
  return { opportunities: page.rows.map(viewOf), next_cursor: writeCursor(page.next) };
}

/** The opportunities that nobody has decided about, newest first. */
export async function listUndecidedOpportunities(
  deps: SponsorDeps,
  query: PageQuery,
): Promise<{ opportunities: SubmittedOpportunity[]; next_cursor: string | null }> {
  const { limit, after } = parsePage(query);
  const page = toPage(await listPendingOpportunities(deps.db, after, limit + 1), limit, textOf);
  return { opportunities: page.rows.map(viewOfSubmitted), next_cursor: writeCursor(page.next) };
}

/** Shows an opportunity to everybody. Throws `lab.opportunity-not-found` or `lab.opportunity-not-pending`. */
export async function approveOpportunity(deps: SponsorDeps, actor: Actor, id: string): Promise<SubmittedOpportunity> {
  return viewOfSubmitted(await decideAbout<OpportunityRow>(deps, actor, OPPORTUNITIES, { id, reason: null }));
}

/** Never shows an opportunity; whoever handed it in does not learn why. Throws as `approveOpportunity` does. */
export async function declineOpportunity(
  deps: SponsorDeps,
  actor: Actor,
  id: string,
  { reason }: Decline,
): Promise<SubmittedOpportunity> {
  return viewOfSubmitted(await decideAbout<OpportunityRow>(deps, actor, OPPORTUNITIES, { id, reason }));
}

const textOf = ({ description }: OpportunityRow) => description;

function viewOf(row: OpportunityRow): Opportunity {
  return {
    id: row.id,
    title: row.title,
    type: row.type,
    organization: row.organization,
    description: row.description,
    url: row.url,
    deadline: row.deadline,
    status: row.status,
    created_at: row.created_at.toISOString(),
  };
}

function viewOfSubmitted(row: OpportunityRow): SubmittedOpportunity {
  return {
    ...viewOf(row),
    submitted_by: row.submitted_by,
    decline_reason: row.decline_reason,
    decided_at: row.decided_at?.toISOString() ?? null,
  };
}
