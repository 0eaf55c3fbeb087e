export type { Advice } from './advice.ts';
export { findLinkedPlace, listOrphans, type Orphan } from './linked-cluster.ts';
export {
  type EmbeddedPostgres,
  type EmbeddedPostgresOptions,
  findPostmasterPid,
  findRunningEmbeddedPostgres,
  startEmbeddedPostgres,
} from './start.ts';
