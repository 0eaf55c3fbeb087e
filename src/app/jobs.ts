import type { Feature } from '../access/feature.ts';
import type { Job, Worker } from '../platform/jobs/job.ts';
import type { Deps } from './deps.ts';
import { FEATURES } from './features.ts';

const features: readonly Feature<Deps>[] = FEATURES;

/** Everything that runs on a schedule. */
export const JOBS: readonly Job<Deps>[] = features.flatMap(({ jobs = [] }) => jobs);

/** What nodes do for runs of other nodes. */
export const WORKERS: readonly Worker<Deps>[] = features.flatMap(({ helps = [] }) => helps);
