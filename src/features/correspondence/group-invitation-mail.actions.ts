import type { Clock } from '../../platform/clock.ts';
import { localDateOf } from '../../platform/days/calendar-date.ts';
import type { Db, Tx } from '../../platform/db/database.ts';
import { type Ids, idOfUrl } from '../../platform/ids.ts';
import type { MailedInvitation } from '../organization/index.ts';
import { isMailAddress } from './mail-address.rules.ts';
import { MAX_MAILS_PER_DAY, SENT, sentTo } from './mail-quota.rules.ts';
import { claimMail } from './mail-quota.store.ts';
import { storeExternalMails } from './outside-mail.actions.ts';
import type { MailPolicy } from './recipient.rules.ts';
import { findRecipient, findSender } from './recipient.store.ts';

export type GroupInvitationMailDeps = {
  db: Db;
  clock: Clock;
  ids: Ids;
  mailPolicy: MailPolicy;
  /** How many mails one user may send to one address on a day (UTC). */
  mailsPerRecipient: number;
};

/**
 * Writes the mail of an invitation to a group down, in its transaction. It counts as a mail of the inviter's: so many a day, and to one
 * address. `ok` also where none goes out: the address has a block with the inviter, or wants no invitations.
 */
export async function inviteByMail(
  deps: GroupInvitationMailDeps,
  tx: Tx,
  { id, inviterId, address, group, expiresAt }: MailedInvitation,
): Promise<'ok' | 'invalid-address' | 'not-allowed' | 'quota-spent'> {
  if (!isMailAddress(address)) return 'invalid-address';
  if (deps.mailPolicy === 'off' || deps.mailPolicy === 'self') return 'not-allowed';
  const day = localDateOf(deps.clock.now(), 'UTC');
  const quotas = [
    { what: SENT, limit: MAX_MAILS_PER_DAY },
    { what: sentTo(address), limit: deps.mailsPerRecipient },
  ];
  for (const { what, limit } of quotas) {
    if (!(await claimMail(tx, { userId: inviterId, day, what }, limit))) return 'quota-spent';
  }
  if ((await findRecipient(tx, inviterId, address)).isBlocked) return 'ok';
  const facts = {
    invitationId: id,
    groupKind: group.kind,
    groupName: group.name,
    inviterName: await findSender(tx, inviterId),
    expiresOn: localDateOf(expiresAt, 'UTC'),
  };
  const mail = { kind: 'group-invitation' as const, facts };
  // The same for every invitation to an address, so that its owner turns all of them off at once.
  const externalRecipientId = idOfUrl(`mailto:${address.toLowerCase()}`);
  await storeExternalMails(deps, tx, [
    { externalRecipientId, address, senderId: inviterId, mail, dedupeKey: id, expiresAt },
  ]);
  return 'ok';
}
