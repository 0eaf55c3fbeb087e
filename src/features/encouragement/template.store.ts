import { type Selectable, sql } from 'kysely';
import type { Db, Tx } from '../../platform/db/database.ts';
import { afterCursor, type Position } from '../../platform/db/pagination.ts';
import type { DropTemplate } from '../../platform/db/tables.generated.ts';
import type { ApprovalStatus, DropType, Media } from './template.schema.ts';

export type TemplateRow = Selectable<DropTemplate>;

export type TemplateFilter = {
  type: DropType | undefined;
  approvalStatus: ApprovalStatus | undefined;
  after: Position | null;
};

/** The query for templates that fit, newest first. */
export function templatesThatFit(db: Db, { type, approvalStatus, after }: TemplateFilter, limit: number) {
  let query = db.selectFrom('drop_template').selectAll();
  // As a literal: a plan for any status could not use the index of the approved ones.
  if (approvalStatus !== undefined) query = query.where('approval_status', '=', sql.lit(approvalStatus));
  if (type !== undefined) query = query.where('type', '=', type);
  return query.where(afterCursor(after)).orderBy('created_at', 'desc').orderBy('id', 'desc').limit(limit);
}

export async function listTemplates(db: Db, filter: TemplateFilter, limit: number): Promise<TemplateRow[]> {
  return templatesThatFit(db, filter, limit).execute();
}

/**
 * Keeps a template that can be sent from being deleted until the transaction ends, and lets others count their use of it
 * meanwhile; undefined where it is not approved, or of another type.
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

/** Holds a template as it is until the transaction ends. */
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

/** Counts one more drop with this template. Whoever else sends it waits for the end of the transaction. */
export async function updateUsageCount(tx: Tx, id: string): Promise<void> {
  await tx.updateTable('drop_template').set({ usage_count: sql`usage_count + 1` }).where('id', '=', id).execute();
}

/**
 * Makes up to `limit` drops name this template no longer, but for those that others hold at this moment. Returns how many it
 * was.
 */
export async function updateDropsWithoutTemplate(db: Db, id: string, limit: number): Promise<number> {
  const { numAffectedRows } = await sql`
    with portion as (select id from drop_sent where template_id = ${id} limit ${limit} for no key update skip locked)
    update drop_sent set template_id = null from portion where drop_sent.id = portion.id`.execute(db);
  return Number(numAffectedRows ?? 0);
}

/** False where there was none. The drops that still name it do so no longer. */
export async function deleteTemplate(tx: Tx, id: string): Promise<boolean> {
  const deleted = await tx.deleteFrom('drop_template').where('id', '=', id).returning('id').executeTakeFirst();
  return deleted !== undefined;
}
