import type { Actor } from '../../../access/actor.ts';
import type { Tx } from '../../../platform/db/database.ts';
import { isEmailAddress, type MailDeps, queueExternalMails } from '../../mail/index.ts';
import { MAX_MESSAGES, nextPossible, SPAN_MS } from './outreach.rules.ts';
import { type NewOutreach, type OutreachBody, outreachErrors, relayLimitReached } from './outreach.schema.ts';
import { findRecipient, findSender, insertMessage, listSentAfter, lockPair } from './outreach.store.ts';

export type OutreachDeps = Pick<MailDeps, 'db' | 'clock' | 'ids' | 'log' | 'mailPolicy'>;

/**
 * Passes the actor's message on to a sponsor, by mail, which is on its way once this has ended. Throws `lab.relay-limit` or one of
 * `outreachErrors`; then nothing is sent, and nothing counted.
 */
export async function relayMessage(
  deps: OutreachDeps,
  actor: Actor,
  { recipient_id, message, share_email: sharesEmail = false }: NewOutreach,
): Promise<OutreachBody> {
  if (deps.mailPolicy === 'off') throw outreachErrors.closed();
  const { userId } = actor;
  return deps.db.transaction().execute(async (tx) => {
    const recipient = await findRecipient(tx, recipient_id);
    if (recipient === undefined) throw outreachErrors.recipientNotFound();
    const sender = await senderOf(tx, userId, sharesEmail);

    await lockPair(tx, userId, recipient.id);
    // Asked under the lock, so that the messages of a pair have their times in the order in which they are counted.
    const now = deps.clock.now();
    const since = new Date(now.getTime() - SPAN_MS);
    const sent = await listSentAfter(tx, userId, recipient.id, since, MAX_MESSAGES);
    const next = nextPossible(sent);
    if (next !== null) throw relayLimitReached(next);

    const id = deps.ids.next();
    await insertMessage(tx, { id, senderId: userId, sponsorId: recipient.id, now });
    const facts = { readerName: recipient.contact_name, sponsorName: recipient.name, message, ...sender };
    const stored = await queueExternalMails(deps, tx, [
      {
        externalRecipientId: recipient.id,
        address: recipient.contact_email,
        senderId: userId,
        email: { kind: 'sponsor-message', facts },
        dedupeKey: id,
        expiresAt: null,
      },
    ]);
    if (stored.length === 0) throw outreachErrors.takesNoMessages();
    return {
      outreach: {
        id,
        recipient_id: recipient.id,
        message,
        shares_email: sharesEmail,
        created_at: now.toISOString(),
      },
      remaining: MAX_MESSAGES - sent.length - 1,
    };
  });
}

async function senderOf(
  tx: Tx,
  userId: string,
  sharesEmail: boolean,
): Promise<{ senderName: string; replyTo: string | null }> {
  const { full_name = '', email = null } = (await findSender(tx, userId)) ?? {};
  if (!sharesEmail) return { senderName: full_name, replyTo: null };
  if (email === null || !isEmailAddress(email)) throw outreachErrors.noEmailToShare();
  return { senderName: full_name, replyTo: email };
}
