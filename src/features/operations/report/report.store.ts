import { type Selectable, sql } from 'kysely';
import type { Db, Tx } from '#platform/db/database.ts';
import { afterCursor, type Position } from '#platform/db/pagination.ts';
import type { Profile, Report as ReportTable } from '#platform/db/tables.generated.ts';
import type { ReportStatus, SubjectType } from './report.schema.ts';

export type ReportRow = Omit<Selectable<ReportTable>, 'subject_type' | 'status'> & {
  subject_type: SubjectType;
  status: ReportStatus;
};

export type NewReportValues = {
  id: string;
  reporterId: string;
  subjectType: SubjectType;
  subjectId: string;
  reason: string;
  now: Date;
};

/** Stores a report, unless the reporter has an open one of the same subject. Returns the stored report and whether it is new. */
export async function insertReport(
  tx: Tx,
  { id, reporterId, subjectType, subjectId, reason, now }: NewReportValues,
): Promise<ReportRow & { is_new: boolean }> {
  const { rows } = await sql<ReportRow & { is_new: boolean }>`
    insert into report (id, reporter_id, subject_type, subject_id, reason, created_at)
    values (${id}, ${reporterId}, ${subjectType}, ${subjectId}, ${reason}, ${now})
    on conflict (reporter_id, subject_type, subject_id) where status = 'open' do update set reason = report.reason
    -- PostgreSQL leaves xmax at 0 on inserted rows.
    returning *, xmax = 0 as is_new`.execute(tx);
  const [row] = rows;
  if (row === undefined) throw new Error('A report was neither stored nor found.');
  return row;
}

/** Counts a report of a user on a day (UTC). Returns false, without counting, if that exceeds the limit. */
export async function claimReport(tx: Tx, userId: string, day: string, limit: number): Promise<boolean> {
  const { rows } = await sql`
    insert into report_count as count (user_id, day, reports) values (${userId}, ${day}, 1)
    on conflict (user_id, day) do update set reports = count.reports + 1 where count.reports < ${limit}
    returning reports`.execute(tx);
  return rows.length > 0;
}

export async function listReports(
  db: Db,
  status: ReportStatus,
  after: Position | null,
  limit: number,
): Promise<ReportRow[]> {
  const query = db.selectFrom('report').selectAll().where('status', '=', status);
  return query.where(afterCursor(after)).orderBy('created_at', 'desc').orderBy('id', 'desc').limit(limit).execute();
}

export type Decision = { status: 'resolved' | 'dismissed'; note: string; decidedBy: string; now: Date };

/** Closes an open report; undefined if no open report has this id. */
export async function claimReportDecision(
  tx: Tx,
  id: string,
  { status, note, decidedBy, now }: Decision,
): Promise<ReportRow | undefined> {
  return tx
    .updateTable('report')
    .set({ status, note, decided_by: decidedBy, decided_at: now })
    .where('id', '=', id)
    .where('status', '=', 'open')
    .returningAll()
    .executeTakeFirst();
}

export async function existsReport(tx: Tx, id: string): Promise<boolean> {
  return (await tx.selectFrom('report').select('id').where('id', '=', id).executeTakeFirst()) !== undefined;
}

export async function existsUser(db: Db, id: string): Promise<boolean> {
  return (await db.selectFrom('profile').select('id').where('id', '=', id).executeTakeFirst()) !== undefined;
}

/** What a super admin needs to identify a user. */
export type ReportedUserRow = Pick<Selectable<Profile>, 'id' | 'full_name' | 'avatar_url' | 'is_ai' | 'is_active'>;

export async function listReportedUsers(db: Db, ids: readonly string[]): Promise<ReportedUserRow[]> {
  return db
    .selectFrom('profile')
    .select(['id', 'full_name', 'avatar_url', 'is_ai', 'is_active'])
    .where(sql<boolean>`id = any (${[...ids]}::uuid[])`)
    .execute();
}
