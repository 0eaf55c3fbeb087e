import type { Actor } from '#access/actor.ts';
import { isEmailAddress, queueExternalMails } from '#features/mail';
import type { Tx } from '#platform/db/database.ts';
import type { SponsorDeps } from '../deps.ts';
import { MAX_MESSAGES, nextAllowedAt, PERIOD_MS } from './outreach.rules.ts';
import { type NewOutreach, type OutreachBody, outreachErrors, relayLimitExceeded } from './outreach.schema.ts';
import { findRecipient, findSender, insertMessage, listSentAfter, lockPair } from './outreach.store.ts';

/**
 * Relays the actor's message to a sponsor by email. The email and the message record are stored together; after an error neither is.
 */
export async function relayMessage(
  deps: SponsorDeps,
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
    // Read under the lock, so that the times of a pair's messages are in the order of their transactions.
    const now = deps.clock.now();
    const since = new Date(now.getTime() - PERIOD_MS);
    const sent = await listSentAfter(tx, userId, recipient.id, since, MAX_MESSAGES);
    const next = nextAllowedAt(sent);
    if (next !== null) throw relayLimitExceeded(next);

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
