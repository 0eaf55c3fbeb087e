import { type Loop, startLoop } from '../../platform/concurrency/loop.ts';
import { codeOf } from '../../platform/errors.ts';
import { type DeliveryDeps, deliverDue } from './delivery.actions.ts';

export type DeliveryJobDeps = DeliveryDeps & {
  /** Tells of every notice once it is committed. */
  notificationChannel: { subscribe(subscriber: { onMessage(): void; onReconnect(): void }): () => void };
};

/** How often deliveries are looked for that nobody has told of: those that failed, or that another node has left behind. */
const PAUSE_MS = 5_000;

/** Sends notices to devices for as long as this node runs. */
export function startDeliveries(deps: DeliveryJobDeps): Pick<Loop, 'stop'> {
  const loop = startLoop({
    intervalMs: PAUSE_MS,
    work: () => deliverDue(deps),
    onError: (error) => deps.log.warn({ code: codeOf(error) }, 'notices could not be sent to devices'),
  });
  const stopHearing = deps.notificationChannel.subscribe({ onMessage: loop.wake, onReconnect: loop.wake });
  return {
    stop: async () => {
      stopHearing();
      await loop.stop();
    },
  };
}
