import type { SignUpMail } from '#features/account';
import { localDateOf } from '#platform/days/calendar-date.ts';
import type { Tx } from '#platform/db/database.ts';
import type { MailDeps } from '../deps.ts';
import { isEmailAddress } from '../recipient/email-address.rules.ts';
import { queueExternalMails } from './queue.actions.ts';

/** Queues the email of an invitation to sign up. Returns false if the address is not an email address. */
export async function inviteToSignUpByMail(
  deps: Pick<MailDeps, 'clock' | 'ids'>,
  tx: Tx,
  { id, address, name, expiresAt }: SignUpMail,
): Promise<boolean> {
  if (!isEmailAddress(address)) return false;
  const facts = { readerName: name ?? '', invitationId: id, expiresOn: localDateOf(expiresAt, 'UTC') };
  await queueExternalMails(deps, tx, [
    {
      externalRecipientId: id,
      address,
      senderId: null,
      email: { kind: 'invitation', facts },
      dedupeKey: id,
      expiresAt,
    },
  ]);
  return true;
}
