import { type Selectable, sql } from 'kysely';
import type { Db, Tx } from '#platform/db/database.ts';
import { afterCursor, type Position } from '#platform/db/pagination.ts';
import type { LabVideo } from '#platform/db/tables.generated.ts';
import type { DecisionStatus } from '../submission/submission.schema.ts';

export type VideoRow = Selectable<LabVideo>;

export type NewVideoValues = {
  id: string;
  templateId: string;
  submittedBy: string;
  title: string;
  url: string;
  now: Date;
};

export async function insertVideo(tx: Tx, video: NewVideoValues): Promise<VideoRow> {
  const { id, templateId, submittedBy, title, url, now } = video;
  return tx
    .insertInto('lab_video')
    .values({ id, template_id: templateId, submitted_by: submittedBy, title, url, created_at: now })
    .returningAll()
    .executeTakeFirstOrThrow();
}

const selectVideos = (db: Db, status: DecisionStatus, after: Position | null, limit: number) => {
  const query = db.selectFrom('lab_video').selectAll().where('status', '=', status);
  return query.where(afterCursor(after)).orderBy('created_at', 'desc').orderBy('id', 'desc').limit(limit);
};

/** Lists approved videos. Omits those of inactive users. */
export async function listApprovedVideosOf(
  db: Db,
  templateId: string,
  after: Position | null,
  limit: number,
): Promise<VideoRow[]> {
  return selectVideos(db, 'approved', after, limit)
    .where('template_id', '=', templateId)
    .where(sql<boolean>`(select is_active from profile where profile.id = submitted_by)`)
    .execute();
}

export async function listPendingVideos(db: Db, after: Position | null, limit: number): Promise<VideoRow[]> {
  return selectVideos(db, 'pending', after, limit).execute();
}

/** undefined if the video is not approved. */
export async function updateFeature(tx: Tx, id: string, isFeatured: boolean): Promise<VideoRow | undefined> {
  return tx
    .updateTable('lab_video')
    .set({ is_featured: isFeatured })
    .where('id', '=', id)
    .where('status', '=', 'approved')
    .returningAll()
    .executeTakeFirst();
}
