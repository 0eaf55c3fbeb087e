import type { components } from '@meadow/client';
import type { OutboxItem } from '../../app/outbox/outbox.rules.ts';

export type Today = components['schemas']['Today'];
export type CheckIn = NonNullable<Today['checkin']>;

/** What the screen shows. */
export type Stage =
  | 'noWindow'
  | 'midnight'
  | 'camera'
  | 'preview'
  | 'sending'
  | 'queued'
  | 'failed'
  | 'rejected'
  | 'done';

export type StageFacts = {
  /** The check-in of the date, as far as the server has told. */
  checkIn: Pick<CheckIn, 'status'> | null;
  hasWindow: boolean;
  /** The write that waits on this device. */
  item: Pick<OutboxItem, 'state' | 'tries'> | undefined;
  isOnline: boolean;
  hasPhoto: boolean;
  /** Whether a photo was handed over here, and neither cancelled nor refused. */
  isSubmitted: boolean;
  /** Whether the user goes on to a new photo after a rejection. */
  isReplacing: boolean;
  /** Whether the date of the check-in is over on the clock, and the user has not read so. */
  isPastMidnight: boolean;
};

export function stageOf(facts: StageFacts): Stage {
  const { checkIn, item, isOnline, hasPhoto, isSubmitted } = facts;
  if (item !== undefined) return stageOfItem(item, isOnline);
  const isOver = checkIn !== null && checkIn.status !== 'rejected';
  if (isOver) return 'done';
  // It has left the outbox, and what the server says of it is not here yet.
  if (isSubmitted) return 'sending';
  if (hasPhoto) return 'preview';
  if (checkIn !== null && !facts.isReplacing) return 'rejected';
  if (!facts.hasWindow) return 'noWindow';
  return facts.isPastMidnight ? 'midnight' : 'camera';
}

function stageOfItem({ state, tries }: Pick<OutboxItem, 'state' | 'tries'>, isOnline: boolean): Stage {
  if (state === 'failed' || state === 'conflict') return 'failed';
  return isOnline && (state === 'sending' || tries === 0) ? 'sending' : 'queued';
}

/** Where a moment lies beside the window of its date. `none` without a window. */
export type Side = 'before' | 'inside' | 'after' | 'none';

export function sideOf(
  moment: Date,
  window: Pick<NonNullable<Today['window']>, 'opens_at' | 'closes_at'> | null,
): Side {
  if (window === null) return 'none';
  if (moment < new Date(window.opens_at)) return 'before';
  return moment < new Date(window.closes_at) ? 'inside' : 'after';
}

/** How long after it was taken a photo still counts for that moment. */
export const TAKEN_COUNTS_MS = 12 * 60 * 60 * 1_000;

/** What is said of a photo that waits: for which moment it will count, or that it is too old for that. */
export function waitingCounts(takenAt: Date, now: Date): 'taken' | 'arrival' {
  return now.getTime() - takenAt.getTime() <= TAKEN_COUNTS_MS ? 'taken' : 'arrival';
}

/** What the server made of the time of a photo. */
export type Counted = { countsFor: 'taken' | 'arrival'; countedAt: string };

const MINUTE_MS = 60_000;

/** What is said once a check-in has arrived. Null if it came at once, so that there is nothing to say. */
export function countedWords(counted: Counted, takenAt: string | null): 'taken' | 'arrival' | null {
  if (takenAt === null) return null;
  const isLate = Math.abs(Date.parse(counted.countedAt) - Date.parse(takenAt)) > MINUTE_MS;
  if (counted.countsFor === 'arrival') return isLate ? 'arrival' : null;
  return 'taken';
}

/** The newer of two states of a check-in: what Today said, and the response to the photo. `at` is when each came, in milliseconds. */
export function newerOf<One>(known: { of: One | null; at: number }, sent: { of: One | null; at: number }): One | null {
  return sent.of !== null && (known.of === null || sent.at > known.at) ? sent.of : known.of;
}

/** Megabytes with one decimal, as a number. */
export const megabytes = (bytes: number): number => Math.max(0.1, Math.round(bytes / 104_857.6) / 10);
