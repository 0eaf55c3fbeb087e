import type { CheckInDeps } from '#features/check-in';
import type { Semaphore } from '#platform/concurrency/semaphore.ts';
import type { SingleFlightCache } from '#platform/concurrency/single-flight-cache.ts';
import type { Reader } from '#platform/db/replica/replicas.ts';
import type { KeptResponse } from '#platform/http/kept-response.ts';
import type { Jobs } from '#platform/jobs/jobs.ts';

export type MosaicDeps = CheckInDeps & {
  read: Reader;
  jobs: Jobs;
  /** Shares a response between concurrent viewers, and keeps it for a few seconds. */
  mosaicCache: SingleFlightCache<KeptResponse>;
  /** Draws one mosaic at a time on each node, because an image takes much memory. */
  renderSemaphore: Semaphore;
};
