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
  isNextDay,
  isRestDate,
  isWithinWindow,
  type LastCheckIn,
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
import { type CheckInForm, type CheckInResult, checkInErrors, PHOTO_THUMBNAIL_SIZE } from '../check-in.schema.ts';
import { insertCheckIn, type NewCheckIn, selectIsBeforeCheckedIn, selectLastCheckIn } from '../check-in.store.ts';
import { viewOfCheckIn } from '../check-in-view.actions.ts';
import type { CheckInDeps } from '../deps.ts';
import { eventsOfCheckIns } from '../event.actions.ts';
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
 * Checks the actor in for the current date with a photo, and notifies their after user. The check-in is pending when this
 * returns; its photo is verified in the background. An error stores nothing.
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
  const details = { id, activityType: form.activityType, coordinates, photo, chain, takenAt, now };
  const result = await discardingOnError(deps, photo, () =>
    deps.db.transaction().execute((tx) => recordCheckIn(deps, tx, actor, details)),
  );
  deps.background.run('verification of a check-in', () => verifyPhoto(deps, { id, user_id: actor.userId }));
  return result;
}

function requireWindow(window: UserWindow | undefined): UserWindow {
  if (!window?.isOpen) throw checkInErrors.windowRequired();
  return window;
}

/** When the photo was taken if the client says so, and when the server got it. */
type Times = { takenAt: Date | null; now: Date };

/** The date of a check-in, and the moment that decides about it. */
type CountedDay = { date: string; countedAt: Date; countsFor: 'taken' | 'arrival' };

/** Returns the date that a check-in counts for: that of the photo if the user can still check in for it, else that of its arrival. */
function requireDay(window: UserWindow, last: LastCheckIn | null, { takenAt, now }: Times): CountedDay {
  if (takenAt !== null && isTakenLately(takenAt, now)) {
    const date = dateOfMoment(takenAt, window);
    // Once no place on earth has the date any more, its mosaic and battle are final.
    const isOpen = date >= window.since && now < endOfDateEverywhere(date);
    if (isOpen && isNextDay(date, takenAt, last)) return { date, countedAt: takenAt, countsFor: 'taken' };
  }
  return { date: requireNextDay(window, last, now), countedAt: now, countsFor: 'arrival' };
}

/** Returns the date that the instant belongs to, if the user can check in for it. */
function requireNextDay(window: UserWindow, last: LastCheckIn | null, now: Date): string {
  const date = dateOfMoment(now, window);
  if (isNextDay(date, now, last)) return date;
  throw last?.date === date ? checkInErrors.alreadyMade() : checkInErrors.dayNotOver();
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
  id: string;
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
  { id, activityType, coordinates, photo, chain, takenAt, now }: Details,
): Promise<CheckInResult> {
  const { window, day, position, isBeforeCheckedIn } = await lockDay(tx, userId, chain, { takenAt, now });
  const { date, countedAt, countsFor } = day;
  const { chips, chainStatus, chainStart } = earnedBy(position?.beforeUserId ?? null, isBeforeCheckedIn);
  const row = await insertCheckIn(
    tx,
    {
      id,
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
    },
    freezing(tx, date, [userId]),
  );
  if (row === undefined) throw checkInErrors.alreadyMade();
  const seenBy = [userId, position?.beforeUserId, position?.afterUserId, ...(position?.squadUserIds ?? [])];
  const seen = { id, userId, date, seenBy: seenBy.filter((one) => one != null) };
  await publishEvents(deps, tx, eventsOfCheckIns(date, [seen]));
  const afterUserId = position?.afterUserId ?? null;
  const notified = afterUserId === null ? [] : await notify(deps, tx, [batonPass(afterUserId, row)]);
  return {
    checkin: viewOfCheckIn(deps, row, { isOwn: true, showsPhoto: true }),
    battleChipsEarned: chips,
    chainStatus,
    chainStart,
    nextUserNotified: notified.length > 0,
    date,
    countedAt: countedAt.toISOString(),
    countsFor,
  };
}
