import { sql } from 'kysely';
import { bitsOf } from '../../../platform/db/bit-string.ts';
import type { Db, Tx } from '../../../platform/db/database.ts';
import { lockNamed } from '../../../platform/db/named-lock.ts';

/** What there is to look at of a check-in that nobody has decided about. */
export type PhotoToVerify = {
  id: string;
  user_id: string;
  date: string;
  photo_digest: Buffer;
  photo_fingerprint: Buffer;
  /** Null for check-ins of before groups were written down. */
  match_group: string | null;
  created_at: Date;
  continues_chain: boolean;
};

export async function findPhotoToVerify(db: Db, id: string): Promise<PhotoToVerify | undefined> {
  const { rows } = await sql<PhotoToVerify>`
    select id, user_id, date, photo_digest, photo_fingerprint, match_group, created_at, continues_chain from check_in
    where id = ${id} and status = 'pending' and photo_digest is not null`.execute(db);
  return rows[0];
}

/** Lets one file be decided about at a time, by everybody who sent it. */
export async function lockPhoto(tx: Tx, digest: Buffer): Promise<void> {
  await lockNamed(tx, `photo ${digest.toString('hex')}`);
}

/** Lets one photo of a matching group be decided about at a time. Comes after `lockPhoto`. */
export async function lockPhotosOfGroup(tx: Tx, group: string): Promise<void> {
  await lockNamed(tx, `photos of ${group}`);
}

/**
 * Whether a photo of this group counts already, or was sent earlier and is pending, that was made since a moment and differs
 * in at most so many bits. Reads the group's part of one index, 26 pages for 1,600 photos.
 */
export async function existsLookalikeInGroup(
  tx: Tx,
  { id, photo_fingerprint }: PhotoToVerify,
  { group, since, maxDistance }: { group: string; since: Date; maxDistance: number },
): Promise<boolean> {
  const { rows } = await sql`
    select from check_in
    where match_group = ${group} and created_at >= ${since}
      and (status = 'verified' and id <> ${id} or status = 'pending' and id < ${id})
      and bit_count(photo_bits # ${bitsOf(photo_fingerprint)}::bit(256)) <= ${maxDistance}
    limit 1`.execute(tx);
  return rows.length > 0;
}

/** Whether the very same file counts for another check-in already, or was sent earlier. */
export async function existsSameFile(tx: Tx, { id, photo_digest }: PhotoToVerify): Promise<boolean> {
  const { rows } = await sql`
    select from check_in
    where photo_digest = ${photo_digest} and id <> ${id} and (status = 'verified' or id < ${id}) limit 1`.execute(tx);
  return rows.length > 0;
}

/** What the person's other photos look like. */
export async function listOtherFingerprints(tx: Tx, { id, user_id }: PhotoToVerify): Promise<Buffer[]> {
  const rows = await tx
    .selectFrom('check_in')
    .select('photo_fingerprint')
    .where('user_id', '=', user_id)
    .where('id', '<', id)
    .where('photo_fingerprint', 'is not', null)
    .execute();
  return rows.flatMap(({ photo_fingerprint }) => photo_fingerprint ?? []);
}

export type Decision = { status: 'verified' | 'rejected'; reason: string | null; chips: number };

/** Holds a check-in still until the transaction ends. */
export async function lockCheckIn(
  tx: Tx,
  id: string,
): Promise<{ user_id: string; date: string; status: string; continues_chain: boolean } | undefined> {
  return tx
    .selectFrom('check_in')
    .select(['user_id', 'date', 'status', 'continues_chain'])
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst();
}

/** Writes the decision about a check-in, whatever it was before, or about one that is `pending`. False where there is none such. */
export async function claimDecision(
  tx: Tx,
  id: string,
  { status, reason, chips }: Decision,
  before: 'any' | 'pending',
): Promise<boolean> {
  let query = tx
    .updateTable('check_in')
    .set({ status, rejection_reason: reason, battle_chips_earned: chips })
    .where('id', '=', id);
  if (before === 'pending') query = query.where('status', '=', 'pending');
  const { numUpdatedRows } = await query.executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Check-ins that have been pending since before a moment, oldest first. */
export async function listPendingSince(db: Db, before: Date, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('check_in')
    .select('id')
    .where('status', '=', 'pending')
    .where('created_at', '<', before)
    .orderBy('created_at')
    .orderBy('id')
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
}
