import { sql } from 'kysely';
import { bitsOf } from '#platform/db/bit-string.ts';
import type { Db, Tx } from '#platform/db/database.ts';
import { lockNamed } from '#platform/db/named-lock.ts';

/** The photo of a pending check-in. */
export type PhotoToVerify = {
  id: string;
  user_id: string;
  date: string;
  photo_digest: Buffer;
  photo_fingerprint: Buffer;
  /** Null for check-ins older than this column. */
  match_group: string | null;
  created_at: Date;
  continues_chain: boolean;
  replaced_at: Date | null;
};

/** A check-in, and whose it is. */
export type CheckInKey = Pick<PhotoToVerify, 'id' | 'user_id'>;

export async function findPhotoToVerify(db: Db, { id, user_id }: CheckInKey): Promise<PhotoToVerify | undefined> {
  const { rows } = await sql<PhotoToVerify>`
    select id, user_id, date, photo_digest, photo_fingerprint, match_group, created_at, continues_chain, replaced_at
    from check_in
    where user_id = ${user_id} and id = ${id} and status = 'pending' and photo_digest is not null`.execute(db);
  return rows[0];
}

/** Serializes the verification of one file, whichever users sent it. */
export async function lockPhoto(tx: Tx, digest: Buffer): Promise<void> {
  await lockNamed(tx, `photo ${digest.toString('hex')}`);
}

/** Serializes the verification of photos of a matching group. Lock the file first (`lockPhoto`). */
export async function lockPhotosOfGroup(tx: Tx, group: string): Promise<void> {
  await lockNamed(tx, `photos of ${group}`);
}

/**
 * Returns whether a photo of this group since an instant differs in at most `maxDistance` bits, and is verified or earlier and pending.
 *
 * Reads the group's part of one index: 26 pages for 1,600 photos.
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

/** Whether the same file belongs to another check-in that is verified or earlier. */
export async function existsSameFile(tx: Tx, { id, photo_digest }: PhotoToVerify): Promise<boolean> {
  const { rows } = await sql`
    select from check_in
    where photo_digest = ${photo_digest} and id <> ${id} and (status = 'verified' or id < ${id}) limit 1`.execute(tx);
  return rows.length > 0;
}

/** Lists the fingerprints of the user's earlier photos. */
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

type LockedCheckIn = Pick<PhotoToVerify, 'user_id' | 'date' | 'continues_chain' | 'replaced_at'> & { status: string };

export async function lockCheckIn(tx: Tx, { id, user_id }: CheckInKey): Promise<LockedCheckIn | undefined> {
  return tx
    .selectFrom('check_in')
    .select(['user_id', 'date', 'status', 'continues_chain', 'replaced_at'])
    .where('user_id', '=', user_id)
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst();
}

/** Stores the decision of a super admin about a check-in, which is final. */
export async function updateDecision(tx: Tx, { id, user_id }: CheckInKey, decision: Decision): Promise<void> {
  await tx
    .updateTable('check_in')
    .set({ ...columnsOf(decision), is_rejected_automatically: false })
    .where('user_id', '=', user_id)
    .where('id', '=', id)
    .execute();
}

/** Stores the automatic decision about a photo if it is pending, and was not replaced meanwhile. Returns whether it was stored. */
export async function claimDecision(tx: Tx, photo: PhotoToVerify, decision: Decision): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('check_in')
    .set({ ...columnsOf(decision), is_rejected_automatically: decision.status === 'rejected' })
    .where('user_id', '=', photo.user_id)
    .where('id', '=', photo.id)
    .where('status', '=', 'pending')
    .where('photo_digest', '=', photo.photo_digest)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

function columnsOf({ status, reason, chips }: Decision) {
  return { status, rejection_reason: reason, battle_chips_earned: chips };
}

/** Lists check-ins that have been pending since before an instant, oldest first. */
export async function listPendingSince(db: Db, before: Date, limit: number): Promise<CheckInKey[]> {
  return db
    .selectFrom('check_in')
    .select(['id', 'user_id'])
    .where('status', '=', 'pending')
    .where('created_at', '<', before)
    .orderBy('created_at')
    .orderBy('id')
    .limit(limit)
    .execute();
}
