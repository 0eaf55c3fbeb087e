import type { Tx } from '#platform/db/database.ts';
import { inSavepoint } from '#platform/db/savepoint.ts';
import { codeOf } from '#platform/errors.ts';
import type { MailDeps } from '../deps.ts';
import { type ExternalEmail, subjectOf, type UserEmail } from '../email/email.template.ts';
import { insertExternalMails, insertMailsToUsers } from './queue.store.ts';

type QueueDeps = Pick<MailDeps, 'clock' | 'ids'>;

/** An email to a user, who gets one for each `dedupeKey` and kind. */
export type MailToUser = { userId: string; email: UserEmail; dedupeKey: string; expiresAt: Date | null };

/**
 * Queues emails of one kind, to be sent after the transaction. Returns how many users get one: those who are active, want this kind
 * and have not had it.
 */
export async function queueMails(deps: QueueDeps, tx: Tx, mails: readonly MailToUser[]): Promise<number> {
  const [first] = mails;
  if (first === undefined) return 0;
  const rows = mails.map(({ email, ...others }) => ({ ...others, ...queuedFields(deps, email) }));
  return insertMailsToUsers(tx, first.email.kind, rows, deps.clock.now());
}

/** An email to a recipient without a profile, who gets one for each `dedupeKey` and kind. Its id comes from the calling feature. */
export type MailToExternalRecipient = {
  externalRecipientId: string;
  address: string;
  /** null if Meadow itself is the sender. */
  senderId: string | null;
  email: ExternalEmail;
  dedupeKey: string;
  expiresAt: Date | null;
};

/**
 * Queues emails of one kind, to be sent after the transaction. Returns the ids of the recipients who get one: those who have not
 * unsubscribed from this kind and have not had it.
 */
export async function queueExternalMails(
  deps: QueueDeps,
  tx: Tx,
  mails: readonly MailToExternalRecipient[],
): Promise<string[]> {
  const [first] = mails;
  if (first === undefined) return [];
  const rows = mails.map(({ email, ...others }) => ({ ...others, ...queuedFields(deps, email) }));
  return insertExternalMails(tx, first.email.kind, rows, deps.clock.now());
}

function queuedFields({ ids }: QueueDeps, email: UserEmail | ExternalEmail) {
  return { id: ids.next(), subject: subjectOf(email), data: email.facts };
}

/** Queues the welcome email in the transaction that creates the profiles. A failure is logged and does not affect the transaction. */
export async function welcomeByMail(
  deps: QueueDeps & Pick<MailDeps, 'log'>,
  tx: Tx,
  userIds: readonly string[],
): Promise<void> {
  const email = { kind: 'welcome', facts: {} } as const;
  await tryToQueueMails(
    deps,
    tx,
    userIds.map((userId) => ({ userId, email, dedupeKey: 'first', expiresAt: null })),
  );
}

/** Queues the email about an export that is ready. A failure is logged and does not affect the transaction. */
export async function mailExportReady(
  deps: QueueDeps & Pick<MailDeps, 'log'>,
  tx: Tx,
  { userId, exportId, expiresAt }: { userId: string; exportId: string; expiresAt: Date },
): Promise<void> {
  const email = { kind: 'export-ready', facts: { expiresOn: expiresAt.toISOString().slice(0, 10) } } as const;
  await tryToQueueMails(deps, tx, [{ userId, email, dedupeKey: exportId, expiresAt }]);
}

/** A workout window that opens at `startTime` (HH:MM) in the time zone `zone`. `opensAt` is the same time as an instant. */
export type OpeningWindow = { date: string; startTime: string; zone: string; opensAt: Date };

/** Queues a reminder for each of the users who wants it, once. It is not sent after the window has opened. */
export async function remindByMail(
  deps: Pick<MailDeps, 'db' | 'clock' | 'ids' | 'log'>,
  userIds: readonly string[],
  { date, startTime, zone, opensAt }: OpeningWindow,
): Promise<void> {
  const email = { kind: 'reminder', facts: { date, startTime, zone } } as const;
  const mails = userIds.map((userId) => ({ userId, email, dedupeKey: date, expiresAt: opensAt }));
  await deps.db.transaction().execute((tx) => tryToQueueMails(deps, tx, mails));
}

/** Logs a failure and leaves the transaction as it was. No other query may use the transaction meanwhile. */
async function tryToQueueMails(
  deps: QueueDeps & Pick<MailDeps, 'log'>,
  tx: Tx,
  mails: readonly MailToUser[],
): Promise<void> {
  try {
    await inSavepoint(tx, () => queueMails(deps, tx, mails));
  } catch (error) {
    const kind = mails[0]?.email.kind;
    deps.log.warn({ event: 'mail.queue-failed', code: codeOf(error), kind }, 'mails could not be queued');
  }
}
