import type { Actor } from '../../../access/actor.ts';
import type { Background } from '../../../platform/background.ts';
import type { Tx } from '../../../platform/db/database.ts';
import { once } from '../../../platform/db/steps.ts';
import { AppError } from '../../../platform/errors.ts';
import type { ImageForm, Images } from '../../../platform/images/images.ts';
import { type Random, randomToken } from '../../../platform/random.ts';
import { type ChainDeps, earnedBy, findChainPosition, lockChainPosition, matchGroupOn } from '../../chain/index.ts';
import { discardFile, type MediaDeps } from '../../media/index.ts';
import { notify } from '../../notification/index.ts';
import {
  dateOfMoment,
  findOwnWindow,
  isNextDay,
  isWithinWindow,
  type LastCheckIn,
  lockOwnWindow,
  type OwnWindow,
} from '../../workout-window/index.ts';
import { type CheckInAnswer, type CheckInForm, checkInErrors } from '../check-in.schema.ts';
import { existsValidCheckIn, findCheckIn, findLastCheckIn, insertCheckIn } from '../check-in.store.ts';
import { viewOfCheckIn } from '../check-in-view.actions.ts';
import { batonPass } from '../notification.template.ts';
import { verifyPhoto } from '../verification/verification.actions.ts';
import { photoTimestampOf, placeOf } from './submission.rules.ts';

export type CheckInDeps = MediaDeps &
  ChainDeps & {
    random: Random;
    images: Images;
    /** Where uploads are while their requests are under way. */
    uploadFolder: string;
    background: Background;
  };

const PHOTO: ImageForm = { width: 1_600, height: 1_600, fit: 'inside', format: 'webp' };
const TILE: ImageForm = { width: 256, height: 256, fit: 'cover', format: 'webp' };

/**
 * Checks the actor in for the date of this moment, with a photo: one check-in a date, and none before the day of the last one
 * has ended. It is pending when this answers, and looked at right afterwards. Whoever comes after the actor is told. Throws
 * the refusals of `checkInErrors` and of `Images.prepare`, or `storage.unavailable`; then nothing is kept.
 */
export async function checkIn(deps: CheckInDeps, actor: Actor, form: CheckInForm): Promise<CheckInAnswer> {
  const place = placeOf(form);
  const now = deps.clock.now();
  // Before the work is done, which a refusal would throw away. What holds is asked once more under the lock.
  const { window, date } = await once('next day', async () => {
    const window = requireWindow(await findOwnWindow(deps.db, actor.userId));
    return { window, date: requireNextDay(window, (await findLastCheckIn(deps.db, actor.userId)) ?? null, now) };
  });
  if ((await findChainPosition(deps.db, actor.userId, date)) === undefined)
    await matchGroupOn(deps, window.group, date);

  const photo = await storePhoto(deps, actor, form.photo, window.zone, now);
  const id = deps.ids.next();
  const details = { id, activityType: form.activityType, place, photo, now };
  const answer = await keeping(deps, photo, () =>
    deps.db.transaction().execute((tx) => recordCheckIn(deps, tx, actor, details)),
  );
  deps.background.run('verification of a check-in', () => verifyPhoto(deps, id));
  return answer;
}

function requireWindow(window: OwnWindow | undefined): OwnWindow {
  if (!window?.isOpen) throw checkInErrors.windowRequired();
  return window;
}

/** The date that the moment belongs to, if somebody may check in for it. */
function requireNextDay(window: OwnWindow, last: LastCheckIn | null, now: Date): string {
  const date = dateOfMoment(now, window);
  if (isNextDay(date, now, last)) return date;
  throw last?.date === date ? checkInErrors.alreadyMade() : checkInErrors.dayNotOver();
}

type StoredPhoto = { key: string; tileKey: string; digest: Uint8Array; fingerprint: Uint8Array; timestamp: Date };

/** Makes what is shown of a photo, and stores it. Throws the refusals of `Images.prepare`, or `storage.unavailable`. */
async function storePhoto(
  deps: CheckInDeps,
  { userId }: Actor,
  sent: CheckInForm['photo'],
  zone: string,
  now: Date,
): Promise<StoredPhoto> {
  const { bytes, capturedAt } = await deps.images.prepare(userId, sent, PHOTO);
  const tile = await deps.images.prepare(userId, { read: async () => bytes }, TILE);
  const fingerprint = await deps.images.fingerprint(userId, bytes);
  const unguessable = randomToken(deps.random);
  const photo = {
    key: `check-ins/${userId}-${unguessable}.webp`,
    tileKey: `check-in-tiles/${userId}-${unguessable}.webp`,
    digest: Buffer.from(sent.sha256, 'hex'),
    fingerprint,
    timestamp: photoTimestampOf(capturedAt, zone, now),
  };
  await deps.storage.put(photo.key, bytes);
  await keeping(deps, photo, () => deps.storage.put(photo.tileKey, tile.bytes));
  return photo;
}

/** Does what makes use of a stored photo; where that is refused, nothing leads to the photo, and it goes. */
async function keeping<Result>(
  deps: MediaDeps,
  { key, tileKey }: StoredPhoto,
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    // After any other failure the check-in may have been written all the same.
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
  place: ReturnType<typeof placeOf>;
  photo: StoredPhoto;
  now: Date;
};

async function recordCheckIn(
  deps: CheckInDeps,
  tx: Tx,
  { userId }: Actor,
  { id, activityType, place, photo, now }: Details,
): Promise<CheckInAnswer> {
  const window = requireWindow(await lockOwnWindow(tx, userId));
  const date = requireNextDay(window, (await findLastCheckIn(tx, userId)) ?? null, now);
  const chain = await lockChainPosition(tx, userId, date);
  const before = chain?.beforeUserId ?? null;
  const { chips, chainStatus, chainStart } = earnedBy(
    before,
    before !== null && (await existsValidCheckIn(tx, before, date)),
  );
  const isNew = await insertCheckIn(tx, {
    id,
    userId,
    chainId: chain?.id ?? null,
    date,
    timezone: window.zone,
    group: window.group,
    activityType,
    withinWindow: isWithinWindow(now, date, window),
    photo,
    place,
    continuesChain: chainStatus === 'continued',
    chips,
    now,
  });
  const row = isNew ? await findCheckIn(tx, id) : undefined;
  if (row === undefined) throw checkInErrors.alreadyMade();
  const after = chain?.afterUserId ?? null;
  const told = after === null ? [] : await notify(deps, tx, [batonPass(after, row)]);
  return {
    checkin: viewOfCheckIn(deps, row, { isOwn: true, showsPhoto: true }),
    battleChipsEarned: chips,
    chainStatus,
    chainStart,
    nextUserNotified: told.length > 0,
  };
}
