import type { MediaDeps } from '#features/media';
import type { ToneDeps } from '#features/tone';
import type { FairSemaphore } from '#platform/concurrency/fair-semaphore.ts';
import type { IndexDefinition } from '#platform/db/concurrent-index.ts';
import type { Images } from '#platform/images/images.ts';
import type { Random } from '#platform/random.ts';

export type JournalDeps = ToneDeps &
  MediaDeps & {
    random: Random;
    images: Images;
    /** Folder of uploads while their requests run. */
    uploadFolder: string;
    /** Limits the database connections that searches use. */
    searchQueue: FairSemaphore;
    /** The maximum time of each statement of a search. */
    searchSeconds: number;
    /** Builds an index while the table is in use. */
    buildIndex: (index: IndexDefinition) => Promise<void>;
  };
