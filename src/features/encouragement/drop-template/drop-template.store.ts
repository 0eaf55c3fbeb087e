import { type Selectable, sql } from 'kysely';
import type { Db, Tx } from '#platform/db/database.ts';
import { afterCursor, type Position } from '#platform/db/pagination.ts';
import type { DropTemplate } from '#platform/db/tables.generated.ts';
import type { ApprovalStatus, DropType, Media } from './drop-template.schema.ts';

export type TemplateRow = Selectable<DropTemplate>;

export type TemplateFilter = {
  type: DropType | undefined;
  approvalStatus: ApprovalStatus | undefined;
  after: Position | null;
};

/** Selects the templates that match the filter, newest first. */
export function selectTemplates(db: Db, { type, approvalStatus, after }: TemplateFilter, limit: number) {
  let query = db.selectFrom('drop_template').selectAll();
  // As a literal: a generic plan could not use the partial index of the approved templates.
  if (approvalStatus !== undefined) query = query.where('approval_status', '=', sql.lit(approvalStatus));
  if (type !== undefined) query = query.where('type', '=', type);
  return query.where(afterCursor(after)).orderBy('created_at', 'desc').orderBy('id', 'desc').limit(limit);
}

export async function listTemplates(db: Db, filter: TemplateFilter, limit: number): Promise<TemplateRow[]> {
  return selectTemplates(db, filter, limit).execute();
}

/**
 * Locks an approved template against deletion. Returns undefined if it is not approved or has another type. Transactions that
 * update its `usage_count` do not wait for this lock.
 */
export async function lockApprovedTemplate(tx: Tx, type: DropType, id: string): Promise<TemplateRow | undefined> {
  return tx
    .selectFrom('drop_template')
    .selectAll()
    .where('id', '=', id)
    .where('type', '=', type)
    .where('approval_status', '=', 'approved')
    .forKeyShare()
    .executeTakeFirst();
}

export async function lockTemplate(tx: Tx, id: string): Promise<TemplateRow | undefined> {
  return tx.selectFrom('drop_template').selectAll().where('id', '=', id).forNoKeyUpdate().executeTakeFirst();
}

export type TemplateValues = Media & {
  type: DropType;
  title: string;
  content: string;
  approval_status: ApprovalStatus;
};

export async function insertTemplate(
  tx: Tx,
  id: string,
  { type, title, content, media_url, media_type, thumbnail_url, approval_status }: TemplateValues,
  now: Date,
): Promise<TemplateRow> {
  return tx
    .insertInto('drop_template')
    .values({
      id,
      type,
      title,
      content,
      media_url,
      media_type,
      thumbnail_url,
      approval_status,
      created_at: now,
      updated_at: now,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}

export async function updateTemplate(
  tx: Tx,
  id: string,
  { type, title, content, media_url, media_type, thumbnail_url, approval_status }: TemplateValues,
  now: Date,
): Promise<TemplateRow> {
  return tx
    .updateTable('drop_template')
    .set({ type, title, content, media_url, media_type, thumbnail_url, approval_status, updated_at: now })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Adds 1 to `usage_count`. Concurrent sends of the same template wait for the transaction. */
export async function updateUsageCount(tx: Tx, id: string): Promise<void> {
  await tx.updateTable('drop_template').set({ usage_count: sql`usage_count + 1` }).where('id', '=', id).execute();
}

/** Detaches up to `limit` drops from a template and skips locked ones. Returns the number of detached drops. */
export async function updateDropsWithoutTemplate(db: Db, id: string, limit: number): Promise<number> {
  const { numAffectedRows } = await sql`
    with batch as (select id from drop_sent where template_id = ${id} limit ${limit} for no key update skip locked)
    update drop_sent set template_id = null from batch where drop_sent.id = batch.id`.execute(db);
  return Number(numAffectedRows ?? 0);
}

/** Returns false if there is no such template. Detaches the remaining drops. */
export async function deleteTemplate(tx: Tx, id: string): Promise<boolean> {
  const deleted = await tx.deleteFrom('drop_template').where('id', '=', id).returning('id').executeTakeFirst();
  return deleted !== undefined;
}
