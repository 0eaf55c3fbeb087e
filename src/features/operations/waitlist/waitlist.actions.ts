import type { Actor } from '../../../access/actor.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { Db, Tx } from '../../../platform/db/database.ts';
import { parsePage, toPage, writeCursor } from '../../../platform/http/pagination.ts';
import type { Ids } from '../../../platform/ids.ts';
import type { Logger } from '../../../platform/log.ts';
import { recordAudit } from '../../account/index.ts';
import { queueExternalMails } from '../../mail/index.ts';
import { type NewWaitlistEntry, type WaitlistEntry, type WaitlistQuery, waitlistErrors } from './waitlist.schema.ts';
import {
  claimWaitlistDecision,
  existsWaitlistEntry,
  insertWaitlistEntry,
  listWaitlistWith,
  type WaitlistDecision,
  type WaitlistRow,
} from './waitlist.store.ts';

export type WaitlistDeps = { db: Db; clock: Clock; ids: Ids; log: Logger };

/** Puts an address on the list. Nothing tells whether it was there, or what has been decided about it. */
export async function joinWaitlist(deps: WaitlistDeps, { email, name, note }: NewWaitlistEntry): Promise<void> {
  await insertWaitlistEntry(deps.db, {
    id: deps.ids.next(),
    email,
    name: name?.trim() || null,
    note: note?.trim() || null,
    now: deps.clock.now(),
  });
}

/** Who waits or has waited, newest first. Whose entries were read is written down. */
export async function listWaitlist(
  deps: WaitlistDeps,
  actor: Actor,
  query: WaitlistQuery,
): Promise<{ waitlist: WaitlistEntry[]; next_cursor: string | null }> {
  const { limit, after } = parsePage(query);
  const page = toPage(await listWaitlistWith(deps.db, query.status, after, limit + 1), limit);
  await recordAudit(deps, deps.db, actor, {
    action: 'waitlist.read',
    subjectType: 'waitlist_entry',
    subjectIds: page.rows.map(({ id }) => id),
  });
  return { waitlist: page.rows.map(viewOf), next_cursor: writeCursor(page.next) };
}

/** Lets somebody in who waits, and invites them by mail. Throws `waitlist.not-found` or `waitlist.decided`. */
export async function approveWaitlistEntry(deps: WaitlistDeps, actor: Actor, id: string): Promise<WaitlistEntry> {
  return decide(deps, actor, id, 'approved');
}

/** Does not let somebody in who waits; nobody is told. Throws as `approveWaitlistEntry` does. */
export async function declineWaitlistEntry(deps: WaitlistDeps, actor: Actor, id: string): Promise<WaitlistEntry> {
  return decide(deps, actor, id, 'declined');
}

async function decide(
  deps: WaitlistDeps,
  actor: Actor,
  id: string,
  status: WaitlistDecision['status'],
): Promise<WaitlistEntry> {
  return deps.db.transaction().execute(async (tx) => {
    const row = await claimWaitlistDecision(tx, id, { status, decidedBy: actor.userId, now: deps.clock.now() });
    if (row === undefined) {
      throw (await existsWaitlistEntry(tx, id)) ? waitlistErrors.decided() : waitlistErrors.notFound();
    }
    if (status === 'approved') await invite(deps, tx, row);
    await recordAudit(deps, tx, actor, {
      action: status === 'approved' ? 'waitlist.approve' : 'waitlist.decline',
      subjectType: 'waitlist_entry',
      subjectIds: [row.id],
    });
    return viewOf(row);
  });
}

async function invite(deps: WaitlistDeps, tx: Tx, { id, email: address, name }: WaitlistRow): Promise<void> {
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
