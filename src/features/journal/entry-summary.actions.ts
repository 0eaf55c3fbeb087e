import type { Db } from '../../platform/db/database.ts';
import { TONES } from '../tone/index.ts';
import { listEntrySummaries } from './entry-summary.store.ts';

/**
 * How much these people wrote from an instant until just before another one, and the moods that came up most, two at the most: of
 * those that an analysis gives, since a mood of one's own may say anything. Who wrote nothing is not in it.
 */
export async function summarizeEntries(
  db: Db,
  userIds: readonly string[],
  from: Date,
  until: Date,
): Promise<ReadonlyMap<string, { entries: number; moods: string[] }>> {
  const rows = await listEntrySummaries(db, userIds, TONES, from, until);
  return new Map(rows.map(({ user_id, entries, moods }) => [user_id, { entries, moods }]));
}
