import type { Tx } from '#platform/db/database.ts';
import type { AccountMail } from '#providers/identity/account-mail.ts';
import type { MailDeps } from '../deps.ts';
import { type AccountEmail, subjectOf } from '../email/email.template.ts';
import { insertExternalMails } from './queue.store.ts';

/** The name of the fact that holds the sealed secret of a link. */
const SEALED = 'sealedToken';

/**
 * Queues emails about accounts, to be sent after the transaction. The secret of a link is sealed for its email, and deleted when
 * the email is sent. An email is not sent after its link has expired.
 */
export async function queueAccountMails(
  deps: Pick<MailDeps, 'clock' | 'ids' | 'linkSecrets'>,
  tx: Tx,
  mails: readonly AccountMail[],
): Promise<void> {
  const now = deps.clock.now();
  for (const { kind, accountId, to, name, token, lifetimeMs, facts } of mails) {
    if (isReserved(to)) continue;
    const id = deps.ids.next();
    const data = {
      readerName: name,
      ...facts,
      ...(token !== null && { [SEALED]: await deps.linkSecrets.seal(token, id) }),
    };
    const mail = {
      id,
      externalRecipientId: accountId,
      address: to,
      senderId: null,
      subject: subjectOf({ kind, facts: data } as unknown as AccountEmail),
      data,
      dedupeKey: id,
      expiresAt: new Date(now.getTime() + lifetimeMs),
    };
    await insertExternalMails(tx, kind, [mail], now);
  }
}

/** Addresses of the domain `invalid` (RFC 2606) never reach anyone. Synthetic users have such. */
const isReserved = (address: string) => address.endsWith('.invalid');

/** Reads the secret of a queued email. undefined if it has none; null if the key that sealed it is gone. */
export async function openLinkToken(
  { linkSecrets }: Pick<MailDeps, 'linkSecrets'>,
  { id, data }: { id: string; data: unknown },
): Promise<string | null | undefined> {
  const sealed = (data as Record<string, unknown>)[SEALED];
  return typeof sealed === 'string' ? linkSecrets.open(sealed, id) : undefined;
}
