import type { Routes } from '../platform/http/guarded-routes.ts';
import type { Help, Job } from '../platform/jobs/job.ts';

/** What a feature adds to the application. `Deps` is what it needs from outside. */
export type Feature<Deps> = {
  /** Routes by the guard in front of them. */
  routes?: Partial<Record<RouteGroup, readonly ((deps: Deps) => Routes)[]>>;
  jobs?: readonly Job<Deps>[];
  /** What nodes do for runs of other nodes. */
  helps?: readonly Help<Deps>[];
  /** Storage folders whose files are served without a signed URL. */
  publicFolders?: readonly string[];
};

export type RouteGroup =
  | 'public'
  | 'publicWithIdempotency'
  | 'member'
  | 'superAdmin'
  | 'superAdminDuringOutage'
  | 'machine'
  | 'superAdminOrMachine';

/** Checks a manifest. What it needs from outside is inferred from its routes and jobs. */
export function defineFeature<const Manifest extends Feature<never>>(manifest: Manifest): Manifest {
  return manifest;
}
