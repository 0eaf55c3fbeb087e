/** How far a server has come in the log of its database (WAL). */
export type LogPosition = {
  /** The identity of the database cluster, which its replicas share. */
  system: string;
  /** The history of the cluster. A promotion begins a new one. */
  timeline: number;
  /** The position that a replica has replayed, or that all acknowledged commits of a primary can have written. */
  lsn: number;
  isReplica: boolean;
};

/** Whether a replica can serve reads, or why not. */
export type ReplicaState = 'ready' | 'behind' | 'promoted' | 'other-system' | 'other-timeline' | 'unreachable';

/** Compares a replica with a former position of the primary. Positions of different histories cannot be compared. */
export function decideReplicaState(replica: LogPosition, primary: LogPosition): ReplicaState {
  if (replica.system !== primary.system) return 'other-system';
  if (!replica.isReplica) return 'promoted';
  if (replica.timeline !== primary.timeline) return 'other-timeline';
  return replica.lsn >= primary.lsn ? 'ready' : 'behind';
}
