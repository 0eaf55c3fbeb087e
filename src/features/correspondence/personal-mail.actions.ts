import type { Actor } from '../../access/actor.ts';
import type { Clock } from '../../platform/clock.ts';
import { localDateOf, secondsUntilNextDay } from '../../platform/days/calendar-date.ts';
import type { Db } from '../../platform/db/database.ts';
import type { AppError } from '../../platform/errors.ts';
import type { Ids } from '../../platform/ids.ts';
import type { Logger } from '../../platform/log.ts';
import { once, outsideOfRun } from '../../platform/run.ts';
import type { MailParser } from '../../platform/text/mail-parser.ts';
import type { Mail, SendOutcome } from '../../providers/mail/mail.ts';
import type { WrittenMail } from '../mail/email/layout.template.ts';
import { MAX_MAILS_PER_DAY, SENT, sentTo } from '../mail/quota/quota.rules.ts';
import { type Counted, claimMail, updateMailReleased } from '../mail/quota/quota.store.ts';
import { ABANDONED_MS } from './outgoing-mail.rules.ts';
import { insertPersonalMail, updateSettledMail } from '../mail/outgoing-mail/outgoing-mail.store.ts';
import { contentOf, paragraphsOf, sendUserMail, UNCONFIRMED_MS } from '../mail/user-mail/user-mail.template.ts';
import { type NewUserMail, type SentBody, userMailErrors } from '../mail/user-mail/user-mail.schema.ts';
import { type MailPolicy, mayWriteTo, type RecipientFacts } from '../mail/recipient/recipient.rules.ts';
import { findRecipient, findSender } from '../mail/recipient/recipient.store.ts';

export type UserMailDeps = {
  db: Db;
  clock: Clock;
  ids: Ids;
  log: Logger;
  mail: Mail;
  mailReader: Pick<MailParser, 'cleanHtml'>;
  mailPolicy: MailPolicy;
  /** How many mails a person may send to one address of another person on a day (UTC). */
  mailsPerRecipient: number;
  publicUrl: string;
};

/** What a mail is written down as before it is sent, with what it counts for. */
type Attempt = { id: string; senderId: string; to: string; quotas: readonly Quota[] };
type Quota = { counted: Counted; limit: number; spent: (hint: { retryAfterSeconds: number }) => AppError };

/**
 * Sends a mail for the actor, once, and returns its id when the mail server or the outbox has it. It counts for the day (UTC), unless it was
 * certainly not sent and may be another time. Super admins write to everybody, as much as they like. Throws one of
 * `userMailErrors`.
 */
export async function sendPersonalMail(deps: UserMailDeps, actor: Actor, input: NewUserMail): Promise<SentBody> {
  const { to, html = '', text = '' } = input;
  if (html.trim() === '' && text.trim() === '') throw userMailErrors.empty();
  const recipient = await findRecipient(deps.db, actor.userId, to);
  if (!actor.isSuperAdmin && !mayWriteTo(recipient, deps.mailPolicy)) throw userMailErrors.recipientNotAllowed();
  // Before anything is written down: what fails here leaves nothing behind.
  const content = await written(deps, actor, input);
  const now = deps.clock.now();
  const quotas = actor.isSuperAdmin ? [] : quotasFor(deps, actor.userId, to, recipient, localDateOf(now, 'UTC'));
  const attempt = { id: deps.ids.next(), senderId: actor.userId, to, quotas };
  // Its own row says what became of it, in every run of the request: what was certainly not sent is begun anew.
  return once('mail', () =>
    outsideOfRun(async () => {
      await writeDown(deps, attempt, input, now);
      const { outcome } = await deps.mail.send({ id: attempt.id, to, ...content });
      await settleAttempt(deps, attempt, outcome);
      if (outcome !== 'sent') throw refusalFor(outcome);
      return { success: true as const, id: attempt.id, delivery: deps.mail.delivery };
    }),
  );
}

/** In this order everywhere, so that none of two mails of one person waits for the other. */
function quotasFor(
  { mailsPerRecipient: limit }: UserMailDeps,
  userId: string,
  to: string,
  { isSender }: RecipientFacts,
  day: string,
): Quota[] {
  const { dailyQuotaSpent, recipientQuotaSpent } = userMailErrors;
  const inAll = { counted: { userId, day, what: SENT }, limit: MAX_MAILS_PER_DAY, spent: dailyQuotaSpent };
  if (isSender) return [inAll];
  return [inAll, { counted: { userId, day, what: sentTo(to) }, limit, spent: recipientQuotaSpent }];
}

/** In one transaction, so that what is refused counts nowhere. */
async function writeDown(deps: UserMailDeps, attempt: Attempt, input: NewUserMail, now: Date): Promise<void> {
  const { id, senderId, to, quotas } = attempt;
  await deps.db.transaction().execute(async (tx) => {
    for (const { counted, limit, spent } of quotas) {
      if (!(await claimMail(tx, counted, limit))) throw spent({ retryAfterSeconds: secondsUntilNextDay(now) });
    }
    const mail = { id, senderId, address: to, subject: input.subject, content: contentOf(input), now };
    const isNew = await insertPersonalMail(tx, mail, {
      recently: new Date(now.getTime() - UNCONFIRMED_MS),
      abandonedBefore: new Date(now.getTime() - ABANDONED_MS),
    });
    if (!isNew) throw userMailErrors.perhapsSent();
  });
}

async function written(deps: UserMailDeps, actor: Actor, input: NewUserMail): Promise<WrittenMail> {
  const sender = actor.isSuperAdmin ? null : { name: await findSender(deps.db, actor.userId) };
  const content = { subject: input.subject, ...(await bothParts(deps, input)) };
  return sendUserMail(content, sender, new URL(deps.publicUrl).host);
}

/** The part that is missing is made out of the other one. */
async function bothParts({ mailReader }: UserMailDeps, { html = '', text = '' }: NewUserMail) {
  if (html.trim() === '') return { html: paragraphsOf(text), text };
  const clean = await mailReader.cleanHtml(html);
  if (clean === null) throw userMailErrors.unreadable();
  return { html: clean.html, text: text.trim() === '' ? clean.text : text };
}

/** The mail is on its way, or is not: that it could not be written down changes nothing about that. */
async function settleAttempt(
  deps: UserMailDeps,
  { id, quotas }: Attempt,
  outcome: SendOutcome['outcome'],
): Promise<void> {
  const isReleased = outcome === 'unavailable' || outcome === 'late';
  const status = outcome === 'sent' || outcome === 'unconfirmed' ? outcome : 'failed';
  try {
    await deps.db.transaction().execute(async (tx) => {
      if (isReleased) for (const { counted } of quotas) await updateMailReleased(tx, counted);
      await updateSettledMail(tx, id, { status, nextAttemptAt: null }, deps.clock.now());
    });
  } catch (error) {
    deps.log.error({ err: error, mail_id: id, outcome }, 'what became of a mail could not be written down');
  }
}

function refusalFor(outcome: Exclude<SendOutcome['outcome'], 'sent'>): AppError {
  switch (outcome) {
    case 'refused':
      return userMailErrors.refused();
    case 'unavailable':
      return userMailErrors.unavailable();
    case 'late':
      return userMailErrors.timeout();
    case 'unconfirmed':
      return userMailErrors.unconfirmed();
  }
}
