import { formatDate } from '#platform/days/date-text.ts';

const HOUR_SECONDS = 60 * 60;

/** For the after user: their before user has checked in. */
export function batonPass(
  userId: string,
  checkIn: { user_id: string; full_name: string; is_ai: boolean; date: string },
) {
  const name = checkIn.full_name || 'The user before you';
  return {
    userId,
    kind: 'baton_pass' as const,
    title: 'Your turn',
    body: `${name}${checkIn.is_ai ? ' (AI)' : ''} has checked in. Keep the chain going.`,
    data: { date: checkIn.date, from_user_id: checkIn.user_id, is_ai: checkIn.is_ai },
    dedupeKey: `baton_pass:${checkIn.date}:${checkIn.user_id}`,
    push: { urgency: 'high' as const, ttlSeconds: 6 * HOUR_SECONDS },
  };
}

type RejectedCheckIn = { id: string; user_id: string; date: string; replaced_at: Date | null };

/** For the user of a photo that was rejected automatically. */
export function photoRejected(checkIn: RejectedCheckIn, reason: string) {
  const rejection = checkInRejected(checkIn, reason);
  if (checkIn.replaced_at !== null) return rejection;
  return { ...rejection, body: `${reason} You can send another one until the date ends.` };
}

/** For the user of a check-in that was rejected. */
export function checkInRejected(checkIn: RejectedCheckIn, reason: string) {
  return {
    userId: checkIn.user_id,
    kind: 'check_in_rejected' as const,
    title: 'Your check-in was rejected',
    body: reason,
    data: { date: checkIn.date, checkin_id: checkIn.id, reason },
    dedupeKey: `check_in_rejected:${checkIn.id}${checkIn.replaced_at === null ? '' : ':replaced'}`,
  };
}

export function reminder(userId: string, date: string) {
  return {
    userId,
    kind: 'check_in_reminder' as const,
    title: 'Your window opens soon',
    body: 'Your two hours start within 30 minutes. Check in with a photo during your activity.',
    data: { date },
    dedupeKey: `check_in_reminder:${date}`,
    push: { urgency: 'high' as const, ttlSeconds: HOUR_SECONDS / 2 },
  };
}

/** For a user who missed their check-in, and for their after user. */
export function chainBroken(missed: { userId: string; name: string; date: string }, toUserId: string) {
  const isOwn = missed.userId === toUserId;
  return {
    userId: toUserId,
    kind: 'chain_broken' as const,
    title: isOwn ? 'You missed a day' : 'The chain broke before you',
    body: isOwn
      ? `Your ${formatDate(missed.date)} ended without a check-in. Start again today.`
      : `${missed.name || 'The user before you'} did not check in on ${formatDate(missed.date)}, so your chain started again with you.`,
    data: { date: missed.date, missed_user_id: missed.userId, from_user_id: isOwn ? null : missed.userId },
    dedupeKey: `chain_broken:${missed.date}:${missed.userId}`,
  };
}
