import type { Invariant } from '#platform/db/invariant.ts';
import type { Table } from '#platform/db/table/table-facts.ts';
import type { EventStreams } from '#platform/http/event-streams.ts';
import type { Routes } from '#platform/http/guarded-routes.ts';
import type { WebClient } from '#platform/http/web-client/web-client.ts';
import type { Worker } from '#platform/jobs/job.ts';
import type { Queue } from '#platform/jobs/queue.ts';
import type { FeatureJob } from './job.ts';

/** What a feature adds to the application. `Deps` is what it needs from outside. */
export type Feature<Deps> = {
  /**
   * Makes what the feature and lower ones need of it. What lower features made is in `deps`; what higher ones make is there when the
   * node is complete, so functions alone may read it.
   */
  parts?: (deps: Deps) => object;
  /** Routes by the guard in front of them. Jobs bring their own. */
  routes?: Partial<Record<RouteGroup, readonly ((deps: Deps, app: AppParts) => Routes)[]>>;
  jobs?: readonly FeatureJob<Deps>[];
  /** Work that waits in the database, and what works it off. */
  queues?: readonly Queue<Deps>[];
  /** What a node does before it serves requests. */
  prepare?: (deps: Deps) => Promise<unknown>;
  /** What nodes do for runs of other nodes. */
  helps?: readonly Worker<Deps>[];
  /** What always holds in its tables. `meadow check` verifies it. */
  invariants?: readonly Invariant<Deps>[];
  /** Its tables, each before those that its rows name. */
  tables?: readonly Table[];
  /** Storage folders whose files are served without a signed URL. */
  publicFolders?: readonly string[];
};

/** What routes may use of the application that they are part of. */
export type AppParts = {
  /** This node's metrics in the Prometheus text format. */
  readMetrics: () => Promise<string>;
  /** Whether a token may read the metrics; null if only programs on this machine may. */
  isMetricsToken: ((token: string) => boolean) | null;
  /** The public folders of all features. */
  publicFolders: readonly string[];
  eventStreams: EventStreams;
  /** null if this node serves the API alone. */
  webClient: WebClient | null;
};

export type RouteGroup =
  | 'public'
  | 'publicWithIdempotency'
  | 'member'
  | 'superAdmin'
  | 'superAdminDuringOutage'
  | 'superAdminOrMachine';

/** Checks a manifest. What it needs from outside is inferred from its routes and jobs. */
export function defineFeature<const Manifest extends Feature<never>>(manifest: Manifest): Manifest {
  return manifest;
}
