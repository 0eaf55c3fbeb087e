import { type Selectable, sql } from 'kysely';
import type { DecisionStatus } from '#features/lab';
import type { Db } from '#platform/db/database.ts';
import { afterCursor, type Position } from '#platform/db/pagination.ts';
import type { Opportunity as OpportunityTable } from '#platform/db/tables.generated.ts';
import type { OpportunityType } from './opportunity.schema.ts';

export type OpportunityRow = Selectable<OpportunityTable>;

export type NewOpportunityValues = {
  id: string;
  submittedBy: string;
  title: string;
  type: OpportunityType;
  organization: string;
  description: string;
  url: string;
  deadline: string | null;
  closesAt: Date | null;
  now: Date;
};

export async function insertOpportunity(db: Db, opportunity: NewOpportunityValues): Promise<OpportunityRow> {
  const { submittedBy, closesAt, now, ...plain } = opportunity;
  return db
    .insertInto('opportunity')
    .values({ ...plain, submitted_by: submittedBy, closes_at: closesAt, created_at: now })
    .returningAll()
    .executeTakeFirstOrThrow();
}

const selectOpportunities = (db: Db, status: DecisionStatus, after: Position | null, limit: number) => {
  const query = db.selectFrom('opportunity').selectAll().where('status', '=', sql.lit(status));
  return query.where(afterCursor(after)).orderBy('created_at', 'desc').orderBy('id', 'desc').limit(limit);
};

/** Newest first. `type` and `openAt` filter if they are defined. */
export async function listApprovedOpportunities(
  db: Db,
  { type, openAt }: { type: OpportunityType | undefined; openAt: Date | undefined },
  after: Position | null,
  limit: number,
): Promise<OpportunityRow[]> {
  let query = selectOpportunities(db, 'approved', after, limit);
  if (openAt !== undefined) query = query.where(sql<boolean>`(closes_at is null or closes_at > ${openAt})`);
  if (type !== undefined) query = query.where('type', '=', type);
  return query.execute();
}

export async function listPendingOpportunities(
  db: Db,
  after: Position | null,
  limit: number,
): Promise<OpportunityRow[]> {
  return selectOpportunities(db, 'pending', after, limit).execute();
}
