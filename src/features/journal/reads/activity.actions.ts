import { TONES } from '#features/tone';
import type { Db } from '#platform/db/database.ts';
import { type EntrySummary, listEntrySummaries } from './activity.store.ts';

/**
 * Counts the entries of these users from `from` (inclusive) until `until` (exclusive), with their two most frequent moods. Counts only
 * moods that the analysis gives, because a mood that the author wrote can say anything. Omits users without entries.
 */
export async function summarizeEntries(
  db: Db,
  userIds: readonly string[],
  from: Date,
  until: Date,
): Promise<ReadonlyMap<string, Omit<EntrySummary, 'user_id'>>> {
  const rows = await listEntrySummaries(db, userIds, TONES, from, until);
  return new Map(rows.map(({ user_id, ...summary }) => [user_id, summary]));
}
