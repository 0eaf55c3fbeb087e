import { deleteSquadRoomsBefore } from '#features/chat';
import { purgeInactiveCheckInPhotos } from '#features/check-in';
import { purgeTemporaryBackgrounds, purgeTrash, purgeUnusedPhotos, TRASH_DAYS } from '#features/journal';
import { deleteExpiredTombstones, TOMBSTONE_DAYS } from '#platform/db/record-changes.ts';
import type { Table } from '#platform/db/table/table-facts.ts';
import { type ExpiredRows, expiredRowsOf } from '#platform/db/table/tables.ts';
import { AppError } from '#platform/errors.ts';
import type { DataRightsDeps } from '../deps.ts';
import { purgeExports } from '../export/export.actions.ts';
import { dropPartitionsBefore } from '../partition/partition.actions.ts';
import { deleteRowsBefore } from './expired-row.store.ts';
import { deleteOrphanFiles } from './orphan-file.actions.ts';
import type { RetentionRun } from './retention.schema.ts';

/** A kind of data, and how long it is kept. */
export type Retention = {
  name: string;
  days: number;
  /** The event from which the days count. */
  of: string;
  /** Deletes up to `limit` of what is from before an instant and returns how many: 0 if none remain. */
  purge: (deps: DataRightsDeps, before: Date, limit: number) => Promise<number>;
};

const RETENTIONS: readonly Retention[] = [
  // The archives of a week, and a day for the clocks of nodes.
  { name: 'exports', days: 1, of: 'their end', purge: purgeExports },
  { name: 'trash', days: TRASH_DAYS, of: 'their deletion', purge: purgeTrash },
  {
    name: 'tombstones',
    // A day more than a client may ask for, so that a list that has begun stays complete.
    days: TOMBSTONE_DAYS + 1,
    of: 'the deletion of the record',
    // By the clock of the database, as they are written.
    purge: ({ db }, _before, limit) => deleteExpiredTombstones(db, limit),
  },
  // Entries can take a photo for a day; a second one for requests and clocks.
  {
    name: 'unused_photos',
    days: 1,
    of: 'the end of the day in which an entry can take them',
    purge: purgeUnusedPhotos,
  },
  { name: 'temporary_backgrounds', days: 1, of: 'their creation', purge: purgeTemporaryBackgrounds },
  {
    name: 'check_in_photos_of_inactive_users',
    days: 90,
    of: 'the deactivation of the user',
    purge: purgeInactiveCheckInPhotos,
  },
  {
    name: 'chat_rooms_of_squads',
    days: 30,
    of: 'their last message',
    purge: ({ db }, before, limit) => deleteSquadRoomsBefore(db, before, limit),
  },
  {
    name: 'mail_sources',
    days: 30,
    of: 'their creation',
    purge: ({ mail }, before, limit) => mail.deleteSourcesBefore(before, limit),
  },
];

/** All retention periods. `docs/operations.md` lists them; a test compares the two. */
export function retentionsOf(tables: readonly Table[]): Retention[] {
  const ofRows = expiredRowsOf(tables).map((rows): Retention => {
    const { name, days, of } = rows;
    return { name, days, of, purge: (deps, before, limit) => purgeRows(deps, rows, before, limit) };
  });
  return [...RETENTIONS, ...ofRows];
}

/** Months that have expired as a whole go first, and with them rows that would be deleted one by one. */
async function purgeRows(deps: DataRightsDeps, rows: ExpiredRows, before: Date, limit: number): Promise<number> {
  const dropped = rows.isPartitioned ? await dropPartitionsBefore(deps, rows, before) : 0;
  return dropped + (await deleteRowsBefore(deps.db, rows, before, limit));
}

/** How long a file without a row is kept: longer than any request and any difference of clocks. */
export const ORPHAN_FILE_DAYS = 1;

const DAY_MS = 24 * 60 * 60 * 1_000;
const BATCH_SIZE = 500;
/** The maximum duration of one run. The scheduler starts an incomplete run again. */
const MAX_RUN_MS = 30 * 60_000;

/**
 * Deletes all data whose retention period has ended, in batches: one batch of each kind in turn, so that no kind waits for another. An error
 * ends its kind alone. A run that was interrupted, or had too much to delete, is continued by the next one.
 */
export async function applyRetention(deps: DataRightsDeps): Promise<RetentionRun> {
  return runRetentions(deps, retentionsOf(deps.tables));
}

/** As `applyRetention`, for some kinds. */
export async function runRetentions(deps: DataRightsDeps, retentions: readonly Retention[]): Promise<RetentionRun> {
  const now = deps.clock.now().getTime();
  const shouldContinue = () => deps.clock.now().getTime() - now < MAX_RUN_MS && !deps.isDraining();
  const daysAgo = (days: number) => new Date(now - days * DAY_MS);
  const counts = new Map<string, number>();
  const errors: string[] = [];

  const purge = async (name: string, work: () => Promise<number>): Promise<number> => {
    try {
      const count = await work();
      if (count > 0) counts.set(name, (counts.get(name) ?? 0) + count);
      return count;
    } catch (error) {
      deps.log.error({ event: 'retention.failed', err: error, retention: name }, 'expired data could not be deleted');
      errors.push(`${name}: ${error instanceof AppError ? error.code : 'see the log'}`);
      return 0;
    }
  };

  const remaining = new Set(retentions);
  while (remaining.size > 0 && shouldContinue()) {
    for (const retention of remaining) {
      const { name, days } = retention;
      const count = await purge(name, () => retention.purge(deps, daysAgo(days), BATCH_SIZE));
      if (count === 0) remaining.delete(retention);
    }
  }
  let isSwept = false;
  await purge('orphan_files', async () => {
    const { deleted, isComplete } = await deleteOrphanFiles(deps, {
      before: daysAgo(ORPHAN_FILE_DAYS),
      shouldContinue,
    });
    isSwept = isComplete;
    return deleted;
  });
  return resultOf(counts, errors, remaining.size === 0 && isSwept);
}

function resultOf(counts: ReadonlyMap<string, number>, errors: string[], isDone: boolean): RetentionRun {
  const deleted = [...counts].map(([name, count]) => ({ name, count }));
  const is_complete = isDone && errors.length === 0;
  const listed = deleted.map(({ name, count }) => `${count} ${name.replaceAll('_', ' ')}`).join(', ');
  const outcome = listed === '' ? 'Nothing had expired.' : `Deleted ${listed}.`;
  const rest = errors.length > 0 ? ` Failed: ${errors.join(', ')}.` : ' The next run continues.';
  return {
    success: is_complete,
    message: is_complete ? outcome : outcome + rest,
    results: { deleted, is_complete, errors },
  };
}
