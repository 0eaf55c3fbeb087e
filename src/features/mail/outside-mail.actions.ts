import type { Tx } from '../../platform/db/database.ts';
import { type ExternalMailFacts, subjectOf } from './mail-text.rules.ts';
import type { MailQueueDeps } from './outgoing-mail.actions.ts';
import { insertExternalMails } from './outside-mail.store.ts';

/**
 * A mail to somebody who has no profile here, known by an id of the feature that writes to them. `dedupeKey` names it among those of
 * its kind to them: they get one of each. `senderId` is who wrote it, null for Meadow itself.
 */
export type ExternalMail = {
  externalRecipientId: string;
  address: string;
  senderId: string | null;
  mail: ExternalMailFacts;
  dedupeKey: string;
  expiresAt: Date | null;
};

/**
 * Writes mails down, all of one kind, to be sent once the transaction has ended. Returns who gets one: those who have not turned
 * this kind off, and have not had it.
 */
export async function storeExternalMails(
  deps: Pick<MailQueueDeps, 'clock' | 'ids'>,
  tx: Tx,
  mails: readonly ExternalMail[],
): Promise<string[]> {
  const [first] = mails;
  if (first === undefined) return [];
  const rows = mails.map(({ mail, ...others }) => ({
    ...others,
    id: deps.ids.next(),
    subject: subjectOf(mail),
    data: mail.facts,
  }));
  return insertExternalMails(tx, first.mail.kind, rows, deps.clock.now());
}
