import { createHash } from 'node:crypto';
import type { Clock } from '../../platform/clock.ts';
import { localDateOf } from '../../platform/days/calendar-date.ts';
import type { Db, Tx } from '../../platform/db/database.ts';
import type { Ids } from '../../platform/ids.ts';
import type { MailedInvitation } from '../organization/index.ts';
import { isMailAddress } from './mail-address.rules.ts';
import { MAILS_A_DAY, SENT, sentTo } from './mail-quota.rules.ts';
import { claimMail } from './mail-quota.store.ts';
import { storeMailsToOutsiders } from './outside-mail.actions.ts';
import type { MailPolicy } from './recipient.rules.ts';
import { findRecipient, findSender } from './recipient.store.ts';

export type GroupInvitationMailDeps = {
  db: Db;
  clock: Clock;
  ids: Ids;
  mailPolicy: MailPolicy;
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
    { what: SENT, limit: MAILS_A_DAY },
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
  await storeMailsToOutsiders(deps, tx, [
    { outsiderId: outsiderWith(address), address, senderId: inviterId, mail, dedupeKey: id, expiresAt },
  ]);
  return 'ok';
}

/** The same for every invitation to an address, so that its owner turns all of them off at once. */
function outsiderWith(address: string): string {
  const digest = createHash('sha256').update(`invited ${address.toLowerCase()}`).digest('hex');
  // A UUID of version 8: the rest is free to choose (RFC 9562).
  const parts = [digest.slice(0, 8), digest.slice(8, 12), `8${digest.slice(13, 16)}`, `8${digest.slice(17, 20)}`];
  return [...parts, digest.slice(20, 32)].join('-');
}
