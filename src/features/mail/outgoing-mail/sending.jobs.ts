import { type Loop, startLoop } from '#platform/concurrency/loop.ts';
import { codeOf } from '#platform/errors.ts';
import type { Queue } from '#platform/jobs/queue.ts';
import type { MailDeps } from '../deps.ts';
import { readMailQueue, sendDueMails } from './sending.actions.ts';

const INTERVAL_MS = 5_000;

export const MAIL_QUEUE: Queue<Pick<MailDeps, 'db'>> = { name: 'mails', read: readMailQueue };

/** Sends the queued emails while this node runs. */
export function startMailing(deps: MailDeps): Pick<Loop, 'stop'> {
  return startLoop({
    intervalMs: INTERVAL_MS,
    work: () => sendDueMails(deps),
    onError: (error) => deps.log.warn({ event: 'mail.sending-failed', code: codeOf(error) }, 'mails could not be sent'),
  });
}
