import type { Tx } from '../../platform/db/database.ts';
import { type MailQueueDeps, queueMails } from './outgoing-mail.actions.ts';

/** Welcomes new people, in the transaction that makes their profiles. It fails nothing and waits for no mail server. */
export async function welcomeByMail(deps: MailQueueDeps, tx: Tx, userIds: readonly string[]): Promise<void> {
  const mail = { kind: 'welcome' as const };
  await queueMails(
    deps,
    tx,
    userIds.map((userId) => ({ userId, mail, dedupeKey: 'first', expiresAt: null })),
  );
}
