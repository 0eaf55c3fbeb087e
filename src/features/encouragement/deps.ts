import type { NotificationDeps } from '#features/notification';
import type { Tx } from '#platform/db/database.ts';

export type EncouragementDeps = NotificationDeps & {
  publicUrl: string;
  /** Updates the badges of these senders, in the transaction that has changed or locked their stats. */
  recalculateBadges: (tx: Tx, userIds: readonly string[]) => Promise<void>;
};
