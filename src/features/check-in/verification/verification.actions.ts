import type { Actor } from '#access/actor.ts';
import { recordAudit } from '#features/account';
import { chipsOf, listNeighbours } from '#features/chain';
import { publishEvents } from '#features/event';
import { notify } from '#features/notification';
import type { Tx } from '#platform/db/database.ts';
import { distanceBetween } from '#platform/images/fingerprint.ts';
import { type CheckIn, checkInErrors, type Rejection } from '../check-in.schema.ts';
import { findCheckIn } from '../check-in.store.ts';
import { viewOfCheckIn } from '../check-in-view.actions.ts';
import type { CheckInDeps } from '../deps.ts';
import { eventsOfStatus } from '../event.actions.ts';
import { checkInRejected, photoRejected } from '../notification.template.ts';
import { GROUP_COMPARISON_MS, hasDetail, MAX_SAME_PHOTO_BITS } from './verification.rules.ts';
import {
  type CheckInKey,
  claimDecision,
  type Decision,
  existsLookalikeInGroup,
  existsSameFile,
  findPhotoToVerify,
  listOtherFingerprints,
  listPendingSince,
  lockCheckIn,
  lockPhoto,
  lockPhotosOfGroup,
  type PhotoToVerify,
  updateDecision,
} from './verification.store.ts';

const DUPLICATE = 'This photo was used before. Send a new photo with each check-in.';

/**
 * Decides about a pending check-in: a photo counts once.
 *
 * Rejects a file that any user sent before, and a photo that looks like another one of the user, or of the same matching group
 * within seven days. A rejected check-in earns nothing, and its user is notified: they can replace the first photo of a date.
 */
export async function verifyPhoto(deps: CheckInDeps, key: CheckInKey): Promise<void> {
  await deps.db.transaction().execute(async (tx) => {
    const photo = await findPhotoToVerify(tx, key);
    if (photo === undefined) return;
    await lockPhoto(tx, photo.photo_digest);
    const isDuplicate =
      (await existsSameFile(tx, photo)) || (await isLikeOwnPhoto(tx, photo)) || (await isLikePhotoOfGroup(tx, photo));
    const decision = decisionOf(isDuplicate ? DUPLICATE : null, photo.continues_chain);
    const isDecided = await claimDecision(tx, photo, decision);
    if (isDecided) await publishDecision(deps, tx, photo);
    if (isDecided && isDuplicate) await notify(deps, tx, [photoRejected(photo, DUPLICATE)]);
  });
}

async function publishDecision(
  deps: CheckInDeps,
  tx: Tx,
  { user_id: userId, date }: Pick<PhotoToVerify, 'user_id' | 'date'>,
): Promise<void> {
  const seenBy = (await listNeighbours(tx, date, [userId])).get(userId) ?? [userId];
  await publishEvents(deps, tx, eventsOfStatus({ userId, date, seenBy }));
}

async function isLikeOwnPhoto(tx: Tx, photo: PhotoToVerify): Promise<boolean> {
  const others = await listOtherFingerprints(tx, photo);
  return others.some((other) => distanceBetween(photo.photo_fingerprint, other) <= MAX_SAME_PHOTO_BITS);
}

/** Locks the photos of the group, so that only one of two concurrent copies counts. */
async function isLikePhotoOfGroup(tx: Tx, photo: PhotoToVerify): Promise<boolean> {
  const { match_group: group, photo_fingerprint, created_at } = photo;
  if (group === null || !hasDetail(distanceBetween(photo_fingerprint, ALL_ZERO))) return false;
  await lockPhotosOfGroup(tx, group);
  const since = new Date(created_at.getTime() - GROUP_COMPARISON_MS);
  return existsLookalikeInGroup(tx, photo, { group, since, maxDistance: MAX_SAME_PHOTO_BITS });
}

const ALL_ZERO = new Uint8Array(32);

/** Age at which a pending check-in is treated as abandoned by its node. */
const ABANDONED_AFTER_MS = 60_000;
const BATCH_SIZE = 500;

/** Verifies check-ins whose node stopped before it could. Returns their number. */
export async function verifyAbandoned(deps: CheckInDeps): Promise<number> {
  const before = new Date(deps.clock.now().getTime() - ABANDONED_AFTER_MS);
  const keys = await listPendingSince(deps.db, before, BATCH_SIZE);
  for (const key of keys) await verifyPhoto(deps, key);
  return keys.length;
}

export async function approveCheckIn(deps: CheckInDeps, actor: Actor, id: string): Promise<CheckIn> {
  return decide(deps, actor, id, null);
}

/** Rejects a check-in, takes its chips back and notifies its user. */
export async function rejectCheckIn(
  deps: CheckInDeps,
  actor: Actor,
  id: string,
  { reason }: Rejection,
): Promise<CheckIn> {
  return decide(deps, actor, id, reason);
}

/** Returns the decision: rejected without chips if there is a reason, else verified. */
function decisionOf(reason: string | null, continuesChain: boolean): Decision {
  return reason === null
    ? { status: 'verified', reason, chips: chipsOf(continuesChain) }
    : { status: 'rejected', reason, chips: 0 };
}

async function decide(deps: CheckInDeps, actor: Actor, id: string, reason: string | null): Promise<CheckIn> {
  return deps.db.transaction().execute(async (tx) => {
    const owner = await findCheckIn(tx, id);
    const found = owner && (await lockCheckIn(tx, owner));
    if (found === undefined) throw checkInErrors.notFound();
    const decision = decisionOf(reason, found.continues_chain);
    await updateDecision(tx, { ...found, id }, decision);
    await publishDecision(deps, tx, found);
    await recordAudit(deps, tx, actor, {
      action: decision.status === 'verified' ? 'check-in.verify' : 'check-in.reject',
      subjectType: 'check_in',
      subjectIds: [id],
      details: { from: found.status },
    });
    if (reason !== null) await notify(deps, tx, [checkInRejected({ ...found, id }, reason)]);
    const row = await findCheckIn(tx, id);
    if (row === undefined) throw checkInErrors.notFound();
    return { ...viewOfCheckIn(deps, row, { isOwn: false, showsPhoto: true }), rejection_reason: reason };
  });
}
