import { defineQueue } from '#platform/jobs/queue.ts';
import type { MailDeps } from '../deps.ts';
import { readMailQueue, sendDueMails } from './sending.actions.ts';

/** Emails that are queued in the transaction of their cause. */
export const MAIL_QUEUE = defineQueue<MailDeps>({
  name: 'mails',
  read: readMailQueue,
  everyMs: 5_000,
  work: sendDueMails,
  failure: { event: 'mail.sending-failed', message: 'mails could not be sent' },
});
