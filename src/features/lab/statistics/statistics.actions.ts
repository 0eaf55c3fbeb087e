import type { Db } from '#platform/db/database.ts';
import { CONFIRMATION_TOLERANCE } from '../replication/replication.rules.ts';
import { listTemplateStats, type TemplateStats, type TimeSpan } from './statistics.store.ts';

/**
 * Counts the copies, replications and videos of templates by other users within a time span, in no order. Templates that do not
 * exist are omitted.
 */
export async function computeTemplateStats(
  db: Db,
  templateIds: readonly string[],
  span: TimeSpan,
): Promise<TemplateStats[]> {
  return listTemplateStats(db, templateIds, span, CONFIRMATION_TOLERANCE);
}
