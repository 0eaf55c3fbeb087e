import { isKindAnnounced } from '#features/event';
import { type Loop, startLoop } from '#platform/concurrency/loop.ts';
import { failureLog, type Queue } from '#platform/jobs/queue.ts';
import type { NotificationDeps } from '../deps.ts';
import { type DeliveryDeps, deliverDue, readDeliveryQueue } from './delivery.actions.ts';

/** The interval of polls for retries and for deliveries of crashed nodes. New deliveries are announced. */
const POLL_INTERVAL_MS = 5_000;

/** Sends notifications to devices until stopped. Tests that wait for an announcement poll less often. */
export function startDeliveries(
  deps: DeliveryDeps & Pick<NotificationDeps, 'eventChannel'>,
  intervalMs = POLL_INTERVAL_MS,
): Pick<Loop, 'stop'> {
  const loop = startLoop({
    intervalMs,
    work: () => deliverDue(deps),
    onError: failureLog(deps, { event: 'push.failed', message: 'Could not send notifications to devices' }),
  });
  const unsubscribe = deps.eventChannel.subscribe({
    onMessage: (message) => {
      if (isKindAnnounced('notification', message)) loop.wake();
    },
    onReconnect: loop.wake,
  });
  return {
    stop: async () => {
      unsubscribe();
      await loop.stop();
    },
  };
}

/** Deliveries of notifications to devices. */
export const PUSH_QUEUE: Queue<DeliveryDeps & Pick<NotificationDeps, 'eventChannel'>> = {
  name: 'pushes',
  read: readDeliveryQueue,
  start: (deps) => startDeliveries(deps),
};
