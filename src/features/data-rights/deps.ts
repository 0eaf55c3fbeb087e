import type { Background } from '../../platform/concurrency/background.ts';
import type { CoalescedRuns } from '../../platform/concurrency/coalesced-runs.ts';
import type { Semaphore } from '../../platform/concurrency/semaphore.ts';
import type { MailDeps } from '../mail/index.ts';
import type { NotificationDeps } from '../notification/index.ts';

export type DataRightsDeps = NotificationDeps &
  MailDeps & {
    version: string;
    background: Background;
    /** Makes the queued exports on this node, one after the other. */
    exportRuns: Pick<CoalescedRuns<null>, 'ask'>;
    /** Exports that this node makes while it sends them. */
    exportSemaphore: Semaphore;
  };
