export type { Advice } from './advice.ts';
export { installedMajor, PACKAGE } from './installation.ts';
export { findLinkedPlace, listOrphans, type Orphan } from './linked-cluster.ts';
export { replaceCluster } from './replacement.ts';
export {
  type EmbeddedPostgres,
  type EmbeddedPostgresOptions,
  findClusterMajor,
  findPostmasterPid,
  findRunningEmbeddedPostgres,
  startEmbeddedPostgres,
} from './start.ts';
