import type { EmailInvitation } from '#features/organization';
import { localDateOf } from '#platform/days/calendar-date.ts';
import type { Tx } from '#platform/db/database.ts';
import { idOfUrl } from '#platform/ids.ts';
import type { MailDeps } from '../deps.ts';
import { MAX_SENT_PER_DAY, SENT, sentTo } from '../quota/quota.rules.ts';
import { claimMail } from '../quota/quota.store.ts';
import { isEmailAddress } from '../recipient/email-address.rules.ts';
import { findRecipient, findSenderName } from '../recipient/recipient.store.ts';
import { queueExternalMails } from './queue.actions.ts';

/**
 * Queues the email of an invitation to a group, in the transaction of the invitation. It counts toward the inviter's daily quotas.
 * Returns `ok` also if no email is sent because of a block or because the recipient has unsubscribed.
 */
export async function inviteByMail(
  deps: Pick<MailDeps, 'clock' | 'ids' | 'mailPolicy' | 'mailsPerRecipient'>,
  tx: Tx,
  { id, inviterId, address, group, expiresAt }: EmailInvitation,
): Promise<'ok' | 'invalid-address' | 'not-allowed' | 'quota-spent'> {
  if (!isEmailAddress(address)) return 'invalid-address';
  if (deps.mailPolicy === 'off' || deps.mailPolicy === 'self') return 'not-allowed';
  const day = localDateOf(deps.clock.now(), 'UTC');
  const quotas = [
    { counter: SENT, limit: MAX_SENT_PER_DAY },
    { counter: sentTo(address), limit: deps.mailsPerRecipient },
  ];
  for (const { counter, limit } of quotas) {
    if (!(await claimMail(tx, { userId: inviterId, day, counter }, limit))) return 'quota-spent';
  }
  if ((await findRecipient(tx, inviterId, address)).isBlocked) return 'ok';
  const facts = {
    invitationId: id,
    groupKind: group.kind,
    groupName: group.name,
    inviterName: await findSenderName(tx, inviterId),
    expiresOn: localDateOf(expiresAt, 'UTC'),
  };
  const email = { kind: 'group-invitation', facts } as const;
  // The same id for each invitation to an email address, so that its owner can unsubscribe from all of them.
  const externalRecipientId = idOfUrl(`mailto:${address.toLowerCase()}`);
  await queueExternalMails(deps, tx, [
    { externalRecipientId, address, senderId: inviterId, email, dedupeKey: id, expiresAt },
  ]);
  return 'ok';
}
