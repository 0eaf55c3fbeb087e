import type { QueueState } from '../db/queue.ts';

/** Work that waits in the database for the loops of all nodes. */
export type Queue<Deps> = {
  /** The name in metrics. */
  name: string;
  read(deps: Deps): Promise<QueueState>;
};
