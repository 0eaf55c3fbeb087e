import type { Actor } from '#access/actor.ts';
import { localDateOf, secondsUntilNextDay } from '#platform/days/calendar-date.ts';
import type { AppError } from '#platform/errors.ts';
import { once, outsideOfRun } from '#platform/run.ts';
import type { SendOutcome } from '#providers/mail/mail.ts';
import type { MailDeps } from '../deps.ts';
import type { RenderedEmail } from '../email/layout.template.ts';
import { ABANDONED_MS } from '../outgoing-mail/outgoing-mail.rules.ts';
import { insertUserMail, updateAttemptedMail } from '../outgoing-mail/outgoing-mail.store.ts';
import { deleteErasedSource } from '../outgoing-mail/sending.actions.ts';
import { MAX_SENT_PER_DAY, SENT, sentTo } from '../quota/quota.rules.ts';
import { claimMail, type MailCounter, updateMailReleased } from '../quota/quota.store.ts';
import { canWriteTo, type RecipientFacts } from '../recipient/recipient.rules.ts';
import { findRecipient, findSenderName } from '../recipient/recipient.store.ts';
import { contentKeyOf, UNCONFIRMED_MS } from './user-mail.rules.ts';
import { type NewUserMail, type SentBody, userMailErrors } from './user-mail.schema.ts';
import { renderUserMail, textToHtml } from './user-mail.template.ts';

type Attempt = { id: string; senderId: string; to: string; quotas: readonly Quota[] };
type Quota = { counter: MailCounter; limit: number; exceeded: (hint: { retryAfterSeconds: number }) => AppError };

/**
 * Sends an email of the actor once, and returns when the mail server or the outbox has it. It counts toward the quotas of the day
 * (UTC) unless it was certainly not sent and can be sent later. Super admins can write to every address and have no quotas.
 */
export async function sendUserMail(deps: MailDeps, actor: Actor, input: NewUserMail): Promise<SentBody> {
  const { to, html = '', text = '' } = input;
  if (html.trim() === '' && text.trim() === '') throw userMailErrors.empty();
  const recipient = await findRecipient(deps.db, actor.userId, to);
  if (!actor.isSuperAdmin && !canWriteTo(recipient, deps.mailPolicy)) throw userMailErrors.recipientNotAllowed();
  // Before the email is stored, so that a failure leaves nothing.
  const content = await render(deps, actor, input);
  const now = deps.clock.now();
  const quotas = actor.isSuperAdmin ? [] : quotasFor(deps, actor.userId, to, recipient, localDateOf(now, 'UTC'));
  const attempt = { id: deps.ids.next(), senderId: actor.userId, to, quotas };
  // The stored row has the result in each run of the request, so that a run sends again only what certainly was not sent.
  return once('mail', () =>
    outsideOfRun(async () => {
      await storeAttempt(deps, attempt, input, now);
      const { outcome } = await deps.mail.send({ id: attempt.id, to, ...content });
      await storeResult(deps, attempt, outcome);
      if (outcome !== 'sent') throw errorFor(outcome);
      return { success: true as const, id: attempt.id, delivery: deps.mail.delivery };
    }),
  );
}

/** Always in this order, so that two emails of one user cannot deadlock. */
function quotasFor(
  { mailsPerRecipient }: MailDeps,
  userId: string,
  to: string,
  { isSender }: RecipientFacts,
  day: string,
): Quota[] {
  const { dailyQuotaSpent, recipientQuotaSpent } = userMailErrors;
  const daily = { counter: { userId, day, counter: SENT }, limit: MAX_SENT_PER_DAY, exceeded: dailyQuotaSpent };
  if (isSender) return [daily];
  const counter = { userId, day, counter: sentTo(to) };
  return [daily, { counter, limit: mailsPerRecipient, exceeded: recipientQuotaSpent }];
}

/** Stores an attempt in one transaction, so that a rejected email counts toward no quota. */
async function storeAttempt(deps: MailDeps, attempt: Attempt, input: NewUserMail, now: Date): Promise<void> {
  const { id, senderId, to, quotas } = attempt;
  await deps.db.transaction().execute(async (tx) => {
    for (const { counter, limit, exceeded } of quotas) {
      if (!(await claimMail(tx, counter, limit))) throw exceeded({ retryAfterSeconds: secondsUntilNextDay(now) });
    }
    const mail = { id, senderId, address: to, subject: input.subject, content: contentKeyOf(input), now };
    const isNew = await insertUserMail(tx, mail, {
      recently: new Date(now.getTime() - UNCONFIRMED_MS),
      abandonedBefore: new Date(now.getTime() - ABANDONED_MS),
    });
    if (!isNew) throw userMailErrors.perhapsSent();
  });
}

async function render(deps: MailDeps, actor: Actor, input: NewUserMail): Promise<RenderedEmail> {
  const sender = actor.isSuperAdmin ? null : { name: await findSenderName(deps.db, actor.userId) };
  const content = { subject: input.subject, ...(await resolveParts(deps, input)) };
  return renderUserMail(content, sender, new URL(deps.publicUrl).host);
}

/** Sanitizes the HTML part, and makes the missing part from the other one. */
async function resolveParts({ mailParser }: MailDeps, { html = '', text = '' }: NewUserMail) {
  if (html.trim() === '') return { html: textToHtml(text), text };
  const clean = await mailParser.cleanHtml(html);
  if (clean === null) throw userMailErrors.unreadable();
  return { html: clean.html, text: text.trim() === '' ? clean.text : text };
}

/** A failure is logged only: it does not change whether the email was sent. */
async function storeResult(deps: MailDeps, { id, quotas }: Attempt, outcome: SendOutcome['outcome']): Promise<void> {
  const isReleased = outcome === 'unavailable' || outcome === 'late';
  const status = outcome === 'sent' || outcome === 'unconfirmed' ? outcome : 'failed';
  try {
    const isStored = await deps.db.transaction().execute(async (tx) => {
      if (isReleased) for (const { counter } of quotas) await updateMailReleased(tx, counter);
      return updateAttemptedMail(tx, id, { status, nextAttemptAt: null }, deps.clock.now());
    });
    if (!isStored) await deleteErasedSource(deps, id);
  } catch (error) {
    const context = { event: 'mail.result-not-stored', err: error, mail_id: id, outcome };
    deps.log.error(context, 'the result of a mail could not be stored');
  }
}

function errorFor(outcome: Exclude<SendOutcome['outcome'], 'sent'>): AppError {
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
