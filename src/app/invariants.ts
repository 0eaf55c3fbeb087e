import type { Feature } from '#access/feature.ts';
import type { Invariant } from '#platform/db/invariant.ts';
import type { Deps } from './deps.ts';
import { FEATURES } from './features.ts';

const features: readonly Feature<Deps>[] = FEATURES;

/** What always holds in the data of all features. */
export const INVARIANTS: readonly Invariant<Deps>[] = features.flatMap(({ invariants = [] }) => invariants);
