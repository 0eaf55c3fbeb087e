import type { Feature } from '#access/feature.ts';
import type { Job, Worker } from '#platform/jobs/job.ts';
import type { Deps } from './deps.ts';
import { FEATURES } from './features.ts';

const features: readonly Feature<Deps>[] = FEATURES;

export const JOBS: readonly Job<Deps>[] = features.flatMap(({ jobs = [] }) => jobs);

/** Process batches of distributed runs of other nodes. */
export const WORKERS: readonly Worker<Deps>[] = features.flatMap(({ helps = [] }) => helps);

/** What a node does before it serves requests. */
export const PREPARATIONS: readonly ((deps: Deps) => Promise<unknown>)[] = features.flatMap(
  ({ prepare }) => prepare ?? [],
);
