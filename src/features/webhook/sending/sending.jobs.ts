import { type Loop, startLoop } from '#platform/concurrency/loop.ts';
import { failureLog, type Queue } from '#platform/jobs/queue.ts';
import { createSender } from './sender.actions.ts';
import { readWebhookQueue, type SendingDeps } from './sending.actions.ts';

/** How often the node looks for due deliveries. */
const POLL_INTERVAL_MS = 2_000;

/** Sends events to webhooks until stopped. */
export function startWebhooks(deps: SendingDeps): Pick<Loop, 'stop'> {
  const sender = createSender(deps, () => loop.wake());
  const loop = startLoop({
    intervalMs: POLL_INTERVAL_MS,
    work: sender.fill,
    onError: failureLog(deps, { event: 'webhook.not-sent', message: 'Could not send to webhooks' }),
  });
  return {
    stop: async () => {
      await loop.stop();
      await sender.drain();
    },
  };
}

/** Deliveries of events to webhooks. */
export const WEBHOOK_QUEUE: Queue<SendingDeps> = { name: 'webhooks', read: readWebhookQueue, start: startWebhooks };
