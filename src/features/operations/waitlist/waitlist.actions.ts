import type { Actor } from '#access/actor.ts';
import { inviteToSignUp, recordAudit } from '#features/account';
import { queueExternalMails } from '#features/mail';
import type { Tx } from '#platform/db/database.ts';
import { parsePage, toPage, writeCursor } from '#platform/http/pagination.ts';
import type { OperationsDeps } from '../deps.ts';
import { type NewWaitlistEntry, type WaitlistEntry, type WaitlistQuery, waitlistErrors } from './waitlist.schema.ts';
import {
  claimWaitlistDecision,
  existsWaitlistEntry,
  insertWaitlistEntry,
  listWaitlistEntries,
  type WaitlistDecision,
  type WaitlistRow,
} from './waitlist.store.ts';

/** Stores an email address on the waitlist. Does not reveal whether it was known or decided. */
export async function joinWaitlist(deps: OperationsDeps, { email, name, note }: NewWaitlistEntry): Promise<void> {
  await insertWaitlistEntry(deps.db, {
    id: deps.ids.next(),
    email,
    name: name?.trim() || null,
    note: note?.trim() || null,
    now: deps.clock.now(),
  });
}

/** Lists waitlist entries, newest first. Audited. */
export async function listWaitlist(
  deps: OperationsDeps,
  actor: Actor,
  query: WaitlistQuery,
): Promise<{ waitlist: WaitlistEntry[]; next_cursor: string | null }> {
  const { limit, after } = parsePage(query);
  const page = toPage(await listWaitlistEntries(deps.db, query.status, after, limit + 1), limit);
  await recordAudit(deps, deps.db, actor, {
    action: 'waitlist.read',
    subjectType: 'waitlist_entry',
    subjectIds: page.rows.map(({ id }) => id),
  });
  return { waitlist: page.rows.map(viewOf), next_cursor: writeCursor(page.next) };
}

const INVITATION_SECONDS = 30 * 24 * 60 * 60;

/**
 * Approves a pending entry and queues the email: an invitation for 30 days if sign-up needs one, otherwise a welcome.
 */
export async function approveWaitlistEntry(deps: OperationsDeps, actor: Actor, id: string): Promise<WaitlistEntry> {
  if (deps.signUpPolicy === 'closed') throw waitlistErrors.signUpClosed();
  return decide(deps, actor, id, 'approved');
}

/** Declines a pending entry. The applicant is not notified. */
export async function declineWaitlistEntry(deps: OperationsDeps, actor: Actor, id: string): Promise<WaitlistEntry> {
  return decide(deps, actor, id, 'declined');
}

async function decide(
  deps: OperationsDeps,
  actor: Actor,
  id: string,
  status: WaitlistDecision['status'],
): Promise<WaitlistEntry> {
  return deps.db.transaction().execute(async (tx) => {
    const row = await claimWaitlistDecision(tx, id, { status, decidedBy: actor.userId, now: deps.clock.now() });
    if (row === undefined) {
      throw (await existsWaitlistEntry(tx, id)) ? waitlistErrors.decided() : waitlistErrors.notFound();
    }
    if (status === 'approved') await invite(deps, tx, actor, row);
    await recordAudit(deps, tx, actor, {
      action: status === 'approved' ? 'waitlist.approve' : 'waitlist.decline',
      subjectType: 'waitlist_entry',
      subjectIds: [row.id],
    });
    return viewOf(row);
  });
}

async function invite(
  deps: OperationsDeps,
  tx: Tx,
  actor: Actor,
  { id, email: address, name }: WaitlistRow,
): Promise<void> {
  if (deps.signUpPolicy === 'invite') {
    await inviteToSignUp(deps, tx, actor, { email: address, name, expires_in: INVITATION_SECONDS });
    return;
  }
  const email = { kind: 'invitation', facts: { readerName: name ?? '' } } as const;
  // The id of the waitlist entry identifies the recipient until the user signs up.
  await queueExternalMails(deps, tx, [
    { externalRecipientId: id, address, senderId: null, email, dedupeKey: id, expiresAt: null },
  ]);
}

function viewOf(row: WaitlistRow): WaitlistEntry {
  return {
    id: row.id,
    email: row.email,
    name: row.name,
    note: row.note,
    status: row.status,
    decided_by: row.decided_by,
    decided_at: row.decided_at?.toISOString() ?? null,
    created_at: row.created_at.toISOString(),
    asked_at: row.asked_at.toISOString(),
  };
}
