import type { Actor } from '#access/actor.ts';
import {
  earnedBy,
  findChainPosition,
  freezing,
  rebuildGroup,
  selectChainPosition,
  sharedChainLock,
} from '#features/chain';
import { publishEvents } from '#features/event';
import { discardFile } from '#features/media';
import { notify } from '#features/notification';
import {
  dateOfMoment,
  dayEndsAt,
  isNextDay,
  isRestDate,
  isWithinWindow,
  selectWindow,
  type UserWindow,
  windowLock,
} from '#features/workout-window';
import { endOfDateEverywhere } from '#platform/days/calendar-date.ts';
import type { Tx } from '#platform/db/database.ts';
import { lockEach } from '#platform/db/named-lock.ts';
import { executeRead, joinReads } from '#platform/db/read.ts';
import { AppError } from '#platform/errors.ts';
import type { ImageForm } from '#platform/images/images.ts';
import { randomToken } from '#platform/random.ts';
import { once } from '#platform/run.ts';
import { isReplaceable } from '../check-in.rules.ts';
import { type CheckInForm, type CheckInResult, checkInErrors, PHOTO_THUMBNAIL_SIZE } from '../check-in.schema.ts';
import {
  insertCheckIn,
  type LastCheckInRow,
  lockOwnCheckIn,
  type NewCheckIn,
  selectIsBeforeCheckedIn,
  selectLastCheckIn,
  updatePhoto,
} from '../check-in.store.ts';
import { viewOfCheckIn } from '../check-in-view.actions.ts';
import type { CheckInDeps } from '../deps.ts';
import { eventsOfCheckIns, eventsOfStatus } from '../event.actions.ts';
import { batonPass } from '../notification.template.ts';
import { verifyPhoto } from '../verification/verification.actions.ts';
import { isTakenLately, parseCoordinates, parseTakenAt, photoTimestampOf } from './submission.rules.ts';

const PHOTO: ImageForm = { width: 1_600, height: 1_600, fit: 'inside', format: 'webp' };
const TILE: ImageForm = {
  width: PHOTO_THUMBNAIL_SIZE,
  height: PHOTO_THUMBNAIL_SIZE,
  fit: 'cover',
  format: 'webp',
};

/**
 * Checks the actor in with a photo, and notifies their after user; or replaces the photo of a check-in that was rejected
 * automatically. The check-in is pending when this returns; its photo is verified in the background. An error stores nothing.
 */
export async function checkIn(deps: CheckInDeps, actor: Actor, form: CheckInForm): Promise<CheckInResult> {
  const coordinates = parseCoordinates(form);
  const now = deps.clock.now();
  const takenAt = parseTakenAt(form, now);
  // Rejects early, before the photo is processed. The transaction checks again.
  const { window, date } = await once('next day', async () => {
    const reads = { window: selectWindow(deps.db, actor.userId), last: selectLastCheckIn(deps.db, actor.userId) };
    const { last = null, ...found } = await executeRead(deps.db, joinReads(reads));
    const window = requireWindow(found.window);
    return { window, date: requireDay(window, last, { takenAt, now }).date };
  });
  let position = await findChainPosition(deps.db, actor.userId, date);
  if (position === undefined && date === dateOfMoment(now, window) && !isRestDate(date, window.rest)) {
    await rebuildGroup(deps, window.group, date);
    position = await findChainPosition(deps.db, actor.userId, date);
  }

  const photo = await storePhoto(deps, actor, form.photo, window.zone, takenAt ?? now);
  const id = deps.ids.next();
  const chain = { date, group: position?.group ?? null };
  const details = { newId: id, activityType: form.activityType, coordinates, photo, chain, takenAt, now };
  const { result, unusedFiles } = await discardingOnError(deps, photo, () =>
    deps.db.transaction().execute((tx) => recordCheckIn(deps, tx, actor, details)),
  );
  for (const key of unusedFiles) await discardFile(deps, key);
  deps.background.run('verification of a check-in', () =>
    verifyPhoto(deps, { id: result.checkin.id, user_id: actor.userId }),
  );
  return result;
}

function requireWindow(window: UserWindow | undefined): UserWindow {
  if (!window?.isOpen) throw checkInErrors.windowRequired();
  return window;
}

/** When the photo was taken if the client says so, and when the server got it. */
type Times = { takenAt: Date | null; now: Date };

/** A date that takes a photo. `replacedId` is that of its check-in, if this is its second photo. */
type OpenDate = { date: string; replacedId: string | null };

/** An open date, and the moment that decides about it. */
type CountedDay = OpenDate & { countedAt: Date; countsFor: 'taken' | 'arrival' };

/** Returns the date that a check-in counts for: that of the photo if it is still open, else that of its arrival. */
function requireDay(window: UserWindow, last: LastCheckInRow | null, { takenAt, now }: Times): CountedDay {
  if (takenAt !== null && isTakenLately(takenAt, now)) {
    const date = dateOfMoment(takenAt, window);
    const open = findOpenDate(window, last, takenAt);
    // Once no place on earth has the date any more, its mosaic and battle are final.
    const isFinal = now >= endOfDateEverywhere(date);
    if (open?.date === date && date >= window.since && !isFinal)
      return { ...open, countedAt: takenAt, countsFor: 'taken' };
  }
  const open = findOpenDate(window, last, now);
  if (open !== null) return { ...open, countedAt: now, countsFor: 'arrival' };
  throw last?.date === dateOfMoment(now, window) ? refusalOf(last) : checkInErrors.dayNotOver();
}

function findOpenDate(window: UserWindow, last: LastCheckInRow | null, moment: Date): OpenDate | null {
  if (last !== null && isReplaceable(last) && moment < dayEndsAt(last.date, window))
    return { date: last.date, replacedId: last.id };
  const date = dateOfMoment(moment, window);
  return isNextDay(date, moment, last) ? { date, replacedId: null } : null;
}

/** Why a date with a check-in takes no photo. */
function refusalOf({ status }: Pick<LastCheckInRow, 'status'>): AppError {
  return status === 'rejected' ? checkInErrors.rejectionFinal() : checkInErrors.alreadyMade();
}

type StoredPhoto = NewCheckIn['photo'];

/** Resizes and stores the photo and its mosaic tile. */
async function storePhoto(
  deps: CheckInDeps,
  { userId }: Actor,
  upload: CheckInForm['photo'],
  zone: string,
  takenAt: Date,
): Promise<StoredPhoto> {
  const { forms, color, fingerprint } = await deps.images.prepareForms(userId, upload, [PHOTO, TILE]);
  const [{ bytes, width, height, capturedAt }, tile] = forms;
  const token = randomToken(deps.random);
  const photo = {
    key: `check-ins/${userId}-${token}.webp`,
    tileKey: `check-in-tiles/${userId}-${token}.webp`,
    width,
    height,
    color,
    digest: Buffer.from(upload.sha256, 'hex'),
    fingerprint,
    timestamp: photoTimestampOf(capturedAt, zone, takenAt),
  };
  await deps.storage.put(photo.key, bytes);
  await discardingOnError(deps, photo, () => deps.storage.put(photo.tileKey, tile.bytes));
  return photo;
}

/** Runs work that uses a stored photo, and discards the photo if the work is rejected. */
async function discardingOnError<Result>(
  deps: CheckInDeps,
  { key, tileKey }: StoredPhoto,
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    // After any other error the check-in may have been committed.
    if (error instanceof AppError) {
      await discardFile(deps, key);
      await discardFile(deps, tileKey);
    }
    throw error;
  }
}

type Details = {
  /** The id of the check-in, unless another one is replaced. */
  newId: string;
  activityType: CheckInForm['activityType'];
  coordinates: ReturnType<typeof parseCoordinates>;
  photo: StoredPhoto;
  /** The chain in which the user was before. */
  chain: Chain;
} & Times;

/** A date, and the group of the user's chain on it; null if the user is in no chain. */
type Chain = { date: string; group: string | null };

/** Locks the user's window and chain of the date of their next check-in, and reads what decides about it. */
async function lockDay(tx: Tx, userId: string, likely: Chain, times: Times) {
  let locked = likely;
  for (;;) {
    const chainLocks = locked.group === null ? [] : [sharedChainLock(locked.group, locked.date)];
    await lockEach(tx, [windowLock(userId), ...chainLocks]);
    const reads = {
      window: selectWindow(tx, userId),
      last: selectLastCheckIn(tx, userId),
      position: selectChainPosition(userId, locked.date),
      isBeforeCheckedIn: selectIsBeforeCheckedIn(userId, locked.date),
    };
    const { last = null, position, ...facts } = await executeRead(tx, joinReads(reads));
    const window = requireWindow(facts.window);
    const day = requireDay(window, last, times);
    const { date } = day;
    const isLocked = date === locked.date && (position === undefined || position.group === locked.group);
    if (isLocked) return { window, day, position, isBeforeCheckedIn: facts.isBeforeCheckedIn };
    // Since the chain was read, the window has changed, or a rebuild has moved the user to another group.
    locked = { date, group: position?.group ?? null };
  }
}

async function recordCheckIn(
  deps: CheckInDeps,
  tx: Tx,
  { userId }: Actor,
  { newId, activityType, coordinates, photo, chain, takenAt, now }: Details,
): Promise<{ result: CheckInResult; unusedFiles: string[] }> {
  const { window, day, position, isBeforeCheckedIn } = await lockDay(tx, userId, chain, { takenAt, now });
  const { date, replacedId, countedAt, countsFor } = day;
  const { chips, chainStatus, chainStart } = earnedBy(position?.beforeUserId ?? null, isBeforeCheckedIn);
  const values = {
    id: replacedId ?? newId,
    userId,
    chainId: position?.id ?? null,
    date,
    timezone: window.zone,
    group: window.group,
    activityType,
    withinWindow: isWithinWindow(countedAt, date, window),
    photo,
    coordinates,
    continuesChain: chainStatus === 'continued',
    chips,
    now,
  };
  const { row, unusedFiles } =
    replacedId === null
      ? { row: await insertCheckIn(tx, values, freezing(tx, date, [userId])), unusedFiles: [] }
      : await replacePhoto(tx, values);
  if (row === undefined) throw checkInErrors.alreadyMade();
  const neighbours = [userId, position?.beforeUserId, position?.afterUserId, ...(position?.squadUserIds ?? [])];
  const seenBy = neighbours.filter((one) => one != null);
  const events =
    replacedId === null
      ? eventsOfCheckIns(date, [{ id: newId, userId, date, seenBy }])
      : eventsOfStatus({ userId, date, seenBy });
  await publishEvents(deps, tx, events);
  const afterUserId = position?.afterUserId ?? null;
  const notified = afterUserId === null ? [] : await notify(deps, tx, [batonPass(afterUserId, row)]);
  const result = {
    checkin: viewOfCheckIn(deps, row, { isOwn: true, showsPhoto: true }),
    battleChipsEarned: chips,
    chainStatus,
    chainStart,
    nextUserNotified: notified.length > 0,
    date,
    countedAt: countedAt.toISOString(),
    countsFor,
  };
  return { result, unusedFiles };
}

/** Replaces the photo of a check-in unless a super admin has decided about it meanwhile. */
async function replacePhoto(tx: Tx, values: NewCheckIn) {
  const replaced = await lockOwnCheckIn(tx, values.userId, values.id);
  if (replaced === undefined || !isReplaceable(replaced)) throw refusalOf(replaced ?? { status: 'rejected' });
  const unusedFiles = [replaced.photo_key, replaced.tile_key].filter((key) => key !== null);
  return { row: await updatePhoto(tx, values), unusedFiles };
}
