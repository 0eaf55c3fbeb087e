import type { FairSemaphore } from '../../platform/concurrency/fair-semaphore.ts';
import type { Random } from '../../platform/random.ts';
import type { MediaDeps } from '../media/index.ts';
import type { ToneDeps } from '../tone/index.ts';

/** `searchQueue` limits the database connections that searches use. */
export type JournalDeps = ToneDeps & MediaDeps & { random: Random; searchQueue: FairSemaphore };
