import type { Tx } from '../../platform/db/database.ts';
import { subjectOf } from './mail-text.rules.ts';
import type { MailQueueDeps } from './outgoing-mail.actions.ts';
import { insertMailToAddress } from './outgoing-mail.store.ts';

/** Somebody who is nobody here yet. `address` is one plain address; `name` is what they called themself, if they did. */
export type Invited = { address: string; name: string | null };

/**
 * Writes down that somebody is invited, in the transaction that decides it; the mail is sent afterwards. `reason` names the
 * invitation: there is one mail for it.
 */
export async function inviteByMail(deps: MailQueueDeps, tx: Tx, invited: Invited, reason: string): Promise<void> {
  const mail = { kind: 'invitation' as const, facts: { name: invited.name ?? '' } };
  const row = {
    id: deps.ids.next(),
    address: invited.address,
    subject: subjectOf(mail),
    data: mail.facts,
    dedupeKey: reason,
    expiresAt: null,
  };
  await insertMailToAddress(tx, mail.kind, row, deps.clock.now());
}
