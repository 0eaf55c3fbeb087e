import { sql } from 'kysely';
import type { ReadDb } from '../database.ts';
import { onlyRow } from '../only-row.ts';
import type { LogPosition } from './log-position.ts';

/**
 * Finds the position of a server, primary or replica.
 *
 * A commit is acknowledged, and seen by others, once its log is flushed. With `synchronous_commit = off` it is neither, so that only the
 * position of inserts covers it. A replica knows the timeline that it receives if its role may read all statistics, else that of its
 * last checkpoint, which can be an earlier one.
 */
export async function findLogPosition(db: ReadDb): Promise<LogPosition> {
  const { rows } = await sql<LogPosition>`
    select is_replica as "isReplica",
      case
        when is_replica then pg_last_wal_replay_lsn() - '0/0'
        when current_setting('synchronous_commit') = 'off' then pg_current_wal_insert_lsn() - '0/0'
        else pg_current_wal_flush_lsn() - '0/0'
      end::bigint as lsn,
      case
        when is_replica then (
          select greatest(timeline_id, received_tli)
          from pg_control_checkpoint() left join pg_stat_wal_receiver on true)
        else ('x' || left(pg_walfile_name(pg_current_wal_insert_lsn()), 8))::bit(32)::integer
      end as timeline,
      (select system_identifier::text from pg_control_system()) as system
    from pg_is_in_recovery() is_replica`.execute(db);
  return onlyRow(rows);
}
