import type { Queue } from '#platform/jobs/queue.ts';
import type { EventDeps } from '../deps.ts';
import { readEventQueue } from './sequencer.actions.ts';

/** Events without a position. The node that commits one stores it at once, without a message to another. */
export const EVENT_QUEUE: Queue<Pick<EventDeps, 'db' | 'sequencer'>> = {
  name: 'events',
  read: readEventQueue,
  isOnEveryNode: true,
  start: ({ sequencer }) => {
    sequencer.start();
    // It stops with its node, after the requests that finish during the drain.
    return { stop: async () => undefined };
  },
};
