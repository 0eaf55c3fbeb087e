import { type Loop, startLoop } from '../../platform/concurrency/loop.ts';
import { codeOf } from '../../platform/errors.ts';
import { type MailingDeps, sendDueMails } from './outgoing-mail.actions.ts';

/** How often mails are looked for. */
const PAUSE_MS = 5_000;

/** Sends the mails of Meadow itself for as long as this node runs. */
export function startMailing(deps: MailingDeps): Pick<Loop, 'stop'> {
  return startLoop({
    intervalMs: PAUSE_MS,
    work: () => sendDueMails(deps),
    onError: (error) => deps.log.warn({ code: codeOf(error) }, 'mails could not be sent'),
  });
}
