import type { Actor } from '#access/actor.ts';
import { type DeclineReason, decideSubmission, type SubmissionKind } from '#features/lab';
import type { Position } from '#platform/db/pagination.ts';
import { type PageQuery, paginate } from '#platform/http/pagination.ts';
import type { SponsorDeps } from '../deps.ts';
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
import { opportunityDecided } from './opportunity.template.ts';

const OPPORTUNITIES: SubmissionKind<OpportunityRow> = {
  table: 'opportunity',
  noun: 'opportunity',
  errors: opportunityErrors,
  notificationOf: opportunityDecided,
};

/** Submits an opportunity. It is hidden until a super admin approves it. */
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

/** Lists the approved opportunities, newest first. */
export async function listOpportunities(
  deps: SponsorDeps,
  query: OpportunityQuery,
): Promise<{ opportunities: Opportunity[]; next_cursor: string | null }> {
  const openAt = query.open_at === undefined ? undefined : new Date(query.open_at);
  const filter = { type: query.type, openAt };
  const list = (after: Position | null, limit: number) => listApprovedOpportunities(deps.db, filter, after, limit);
  const { rows, next_cursor } = await paginate(query, list, { textOf });
  return { opportunities: rows.map(viewOf), next_cursor };
}

/** Newest first. */
export async function listPendingSubmissions(
  deps: SponsorDeps,
  query: PageQuery,
): Promise<{ opportunities: SubmittedOpportunity[]; next_cursor: string | null }> {
  const list = (after: Position | null, limit: number) => listPendingOpportunities(deps.db, after, limit);
  const { rows, next_cursor } = await paginate(query, list, { textOf });
  return { opportunities: rows.map(viewOfSubmitted), next_cursor };
}

export async function approveOpportunity(deps: SponsorDeps, actor: Actor, id: string): Promise<SubmittedOpportunity> {
  return viewOfSubmitted(await decideSubmission(deps, actor, OPPORTUNITIES, { id, reason: null }));
}

/** The submitter does not see the reason. */
export async function declineOpportunity(
  deps: SponsorDeps,
  actor: Actor,
  id: string,
  { reason }: DeclineReason,
): Promise<SubmittedOpportunity> {
  return viewOfSubmitted(await decideSubmission(deps, actor, OPPORTUNITIES, { id, reason }));
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
