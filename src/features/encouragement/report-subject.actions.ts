import type { Db } from '../../platform/db/database.ts';
import { existsDropTo, listDropsWithIds } from './report-subject.store.ts';

/** A drop as whoever decides about a report of it reads it. */
export type ReportedDrop = {
  id: string;
  /** Null for the assistant. */
  senderId: string | null;
  title: string | null;
  content: string;
  mediaUrl: string | null;
  sentAt: Date;
};

/** Whether somebody can report a drop: they have received it. */
export async function canReportDrop(db: Db, userId: string, dropId: string): Promise<boolean> {
  return existsDropTo(db, userId, dropId);
}

/** These drops, as far as there are any. It is for the caller to see that they may be read, and to write that down. */
export async function listReportedDrops(db: Db, ids: readonly string[]): Promise<ReportedDrop[]> {
  const rows = await listDropsWithIds(db, ids);
  return rows.map((row) => ({
    id: row.id,
    senderId: row.sender_id,
    title: row.title,
    content: row.content,
    mediaUrl: row.media_url,
    sentAt: row.date_sent,
  }));
}
