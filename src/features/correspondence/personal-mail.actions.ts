import type { Actor } from '../../access/actor.ts';
import type { Clock } from '../../platform/clock.ts';
import { localDateOf, secondsUntilNextDay } from '../../platform/days/calendar-date.ts';
import type { Db } from '../../platform/db/database.ts';
import { once, outsideOfRun } from '../../platform/db/steps.ts';
import type { AppError } from '../../platform/errors.ts';
import type { Ids } from '../../platform/ids.ts';
import type { Logger } from '../../platform/log.ts';
import type { MailReader } from '../../platform/mail-reader.ts';
import type { Mail, SendOutcome } from '../../providers/mail/mail.ts';
import type { WrittenMail } from './mail-layout.rules.ts';
import { MAILS_A_DAY, SENT, sentTo } from './mail-quota.rules.ts';
import { type Counted, claimMail, updateMailGivenBack } from './mail-quota.store.ts';
import { ABANDONED_MILLISECONDS } from './outgoing-mail.rules.ts';
import { insertPersonalMail, updateSettledMail } from './outgoing-mail.store.ts';
import { contentOf, paragraphsOf, UNCONFIRMED_MILLISECONDS, writePersonalMail } from './personal-mail.rules.ts';
import { type NewPersonalMail, personalMailErrors, type SentBody } from './personal-mail.schema.ts';
import { type MailPolicy, mayWriteTo, type RecipientFacts } from './recipient.rules.ts';
import { findRecipient, findSender } from './recipient.store.ts';

export type PersonalMailDeps = {
  db: Db;
  clock: Clock;
  ids: Ids;
  log: Logger;
  mail: Mail;
  mailReader: Pick<MailReader, 'cleanHtml'>;
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
 * `personalMailErrors`.
 */
export async function sendPersonalMail(
  deps: PersonalMailDeps,
  actor: Actor,
  input: NewPersonalMail,
): Promise<SentBody> {
  const { to, html = '', text = '' } = input;
  if (html.trim() === '' && text.trim() === '') throw personalMailErrors.empty();
  const recipient = await findRecipient(deps.db, actor.userId, to);
  if (!actor.isSuperAdmin && !mayWriteTo(recipient, deps.mailPolicy)) throw personalMailErrors.recipientNotAllowed();
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
  { mailsPerRecipient: limit }: PersonalMailDeps,
  userId: string,
  to: string,
  { isSender }: RecipientFacts,
  day: string,
): Quota[] {
  const { dailyQuotaSpent, recipientQuotaSpent } = personalMailErrors;
  const inAll = { counted: { userId, day, what: SENT }, limit: MAILS_A_DAY, spent: dailyQuotaSpent };
  if (isSender) return [inAll];
  return [inAll, { counted: { userId, day, what: sentTo(to) }, limit, spent: recipientQuotaSpent }];
}

/** In one transaction, so that what is refused counts nowhere. */
async function writeDown(deps: PersonalMailDeps, attempt: Attempt, input: NewPersonalMail, now: Date): Promise<void> {
  const { id, senderId, to, quotas } = attempt;
  await deps.db.transaction().execute(async (tx) => {
    for (const { counted, limit, spent } of quotas) {
      if (!(await claimMail(tx, counted, limit))) throw spent({ retryAfterSeconds: secondsUntilNextDay(now) });
    }
    const mail = { id, senderId, address: to, subject: input.subject, content: contentOf(input), now };
    const isNew = await insertPersonalMail(tx, mail, {
      recently: new Date(now.getTime() - UNCONFIRMED_MILLISECONDS),
      abandonedBefore: new Date(now.getTime() - ABANDONED_MILLISECONDS),
    });
    if (!isNew) throw personalMailErrors.perhapsSent();
  });
}

async function written(deps: PersonalMailDeps, actor: Actor, input: NewPersonalMail): Promise<WrittenMail> {
  const sender = actor.isSuperAdmin ? null : { name: await findSender(deps.db, actor.userId) };
  const content = { subject: input.subject, ...(await bothParts(deps, input)) };
  return writePersonalMail(content, sender, new URL(deps.publicUrl).host);
}

/** The part that is missing is made out of the other one. */
async function bothParts({ mailReader }: PersonalMailDeps, { html = '', text = '' }: NewPersonalMail) {
  if (html.trim() === '') return { html: paragraphsOf(text), text };
  const clean = await mailReader.cleanHtml(html);
  if (clean === null) throw personalMailErrors.unreadable();
  return { html: clean.html, text: text.trim() === '' ? clean.text : text };
}

/** The mail is on its way, or is not: that it could not be written down changes nothing about that. */
async function settleAttempt(
  deps: PersonalMailDeps,
  { id, quotas }: Attempt,
  outcome: SendOutcome['outcome'],
): Promise<void> {
  const isGivenBack = outcome === 'unavailable' || outcome === 'late';
  const status = outcome === 'sent' || outcome === 'unconfirmed' ? outcome : 'failed';
  try {
    await deps.db.transaction().execute(async (tx) => {
      if (isGivenBack) for (const { counted } of quotas) await updateMailGivenBack(tx, counted);
      await updateSettledMail(tx, id, { status, nextAttemptAt: null }, deps.clock.now());
    });
  } catch (error) {
    deps.log.error({ err: error, mail_id: id, outcome }, 'what became of a mail could not be written down');
  }
}

function refusalFor(outcome: Exclude<SendOutcome['outcome'], 'sent'>): AppError {
  switch (outcome) {
    case 'refused':
      return personalMailErrors.refused();
    case 'unavailable':
      return personalMailErrors.unavailable();
    case 'late':
      return personalMailErrors.timeout();
    case 'unconfirmed':
      return personalMailErrors.unconfirmed();
  }
}
