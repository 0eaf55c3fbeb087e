/** What check-ins tell people about, each once. */
type Notice = {
  userId: string;
  kind: string;
  title: string;
  body: string;
  data: Record<string, string | boolean>;
  dedupeKey: string;
  push?: { urgency: 'normal' | 'high'; ttlSeconds: number };
};

const HOUR_SECONDS = 60 * 60;

/** To whoever comes next: the one before has checked in. */
export function batonPass(
  userId: string,
  made: { user_id: string; full_name: string; is_ai: boolean; date: string },
): Notice {
  const name = made.full_name || 'The one before you';
  return {
    userId,
    kind: 'baton_pass',
    title: 'Your turn',
    body: `${name}${made.is_ai ? ' (AI)' : ''} has checked in. Keep the chain going.`,
    data: { date: made.date, from_user_id: made.user_id, is_ai: made.is_ai },
    dedupeKey: `baton_pass:${made.date}:${made.user_id}`,
    push: { urgency: 'high', ttlSeconds: 6 * HOUR_SECONDS },
  };
}

/** To somebody whose photo did not count. */
export function checkInRejected(checkIn: { id: string; user_id: string; date: string }, reason: string): Notice {
  return {
    userId: checkIn.user_id,
    kind: 'check_in_rejected',
    title: 'Your check-in does not count',
    body: reason,
    data: { date: checkIn.date, checkin_id: checkIn.id },
    dedupeKey: `check_in_rejected:${checkIn.id}`,
  };
}

/** To somebody whose window opens soon. */
export function reminder(userId: string, date: string): Notice {
  return {
    userId,
    kind: 'check_in_reminder',
    title: 'Your window opens soon',
    body: 'Two hours of your own begin within thirty minutes. Check in with a photo once you are at it.',
    data: { date },
    dedupeKey: `check_in_reminder:${date}`,
    push: { urgency: 'high', ttlSeconds: HOUR_SECONDS / 2 },
  };
}

/** To somebody whose day has ended without a check-in, and to whoever came after them. */
export function chainBroken(missed: { userId: string; name: string; date: string }, toUserId: string): Notice {
  const isOwn = missed.userId === toUserId;
  return {
    userId: toUserId,
    kind: 'chain_broken',
    title: isOwn ? 'You missed a day' : 'The chain broke before you',
    body: isOwn
      ? 'Your day ended without a check-in. Today is a new one.'
      : `${missed.name || 'The one before you'} did not check in, so your chain started anew with you.`,
    data: { date: missed.date, missed_user_id: missed.userId },
    dedupeKey: `chain_broken:${missed.date}:${missed.userId}`,
  };
}
