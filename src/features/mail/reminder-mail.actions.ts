import { type MailQueueDeps, queueMails } from './outgoing-mail.actions.ts';

/** Whose window opens when, on the clocks of a zone; `opensAt` is the same as an instant. */
export type WindowToRemindOf = { date: string; startTime: string; zone: string; opensAt: Date };

/**
 * Reminds those of these people by mail who want that, each once, however often it is called. It comes too late once the window
 * has opened, and is not sent then.
 */
export async function remindByMail(
  deps: MailQueueDeps,
  userIds: readonly string[],
  { date, startTime, zone, opensAt }: WindowToRemindOf,
): Promise<void> {
  const mail = { kind: 'reminder' as const, facts: { date, startTime, zone } };
  const mails = userIds.map((userId) => ({ userId, mail, dedupeKey: date, expiresAt: opensAt }));
  await deps.db.transaction().execute((tx) => queueMails(deps, tx, mails));
}
