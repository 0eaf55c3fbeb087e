import { type Loop, startLoop } from '#platform/concurrency/loop.ts';
import { codeOf } from '#platform/errors.ts';
import type { Queue } from '#platform/jobs/queue.ts';
import { createSender } from './sender.actions.ts';
import { readWebhookQueue, type SendingDeps } from './sending.actions.ts';

/** How often the node looks for due deliveries. */
const POLL_INTERVAL_MS = 2_000;

export const WEBHOOK_QUEUE: Queue<Pick<SendingDeps, 'db'>> = { name: 'webhooks', read: readWebhookQueue };

/** Sends events to webhooks until stopped. */
export function startWebhooks(deps: SendingDeps): Pick<Loop, 'stop'> {
  const sender = createSender(deps, () => loop.wake());
  const loop = startLoop({
    intervalMs: POLL_INTERVAL_MS,
    work: sender.fill,
    onError: (error) => deps.log.warn({ event: 'webhook.not-sent', code: codeOf(error) }, 'Could not send to webhooks'),
  });
  return {
    stop: async () => {
      await loop.stop();
      await sender.drain();
    },
  };
}
