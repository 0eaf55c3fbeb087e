import type { Queue } from '#platform/jobs/queue.ts';
import type { EventDeps } from '../deps.ts';
import { readEventQueue } from './sequencer.actions.ts';

export const EVENT_QUEUE: Queue<Pick<EventDeps, 'db'>> = { name: 'events', read: readEventQueue };
