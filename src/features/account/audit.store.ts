import { sql } from 'kysely';
import type { Db, Tx } from '../../platform/db/database.ts';

/** One deed, done to several subjects; `ids` are those of the records, one for each subject. */
export type AuditRecords = {
  ids: readonly string[];
  actorId: string;
  action: string;
  subjectType: string;
  subjectIds: readonly string[];
  now: Date;
};

export async function insertAuditRecords(db: Db | Tx, records: AuditRecords): Promise<void> {
  const { ids, actorId, action, subjectType, subjectIds, now } = records;
  await sql`
    insert into audit_log (id, actor_id, action, subject_type, subject_id, created_at)
    select id, ${actorId}, ${action}, ${subjectType}, subject_id, ${now}
    from unnest(${[...ids]}::uuid[], ${[...subjectIds]}::uuid[]) as record (id, subject_id)`.execute(db);
}
