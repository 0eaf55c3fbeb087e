import type { NewEvent } from '#features/event';
import { mondayOf } from '#platform/days/calendar-date.ts';

/** A check-in, and the users who may see it: its user, their neighbours and their squad on its date. */
export type SeenCheckIn = { id: string; userId: string; date: string; seenBy: readonly string[] };

/** The events of check-ins that were made on a date. */
export function eventsOfCheckIns(date: string, checkIns: readonly SeenCheckIn[]): NewEvent[] {
  if (checkIns.length === 0) return [];
  const made = checkIns.map(
    ({ id, userId, seenBy }): NewEvent => ({
      kind: 'check-in.made',
      audience: { userIds: seenBy },
      actorId: userId,
      data: { date, user_id: userId, checkin_id: id },
    }),
  );
  return [...made, ...eventsOfDate(date)];
}

/** The events of a user whose day state changed, also by a decision about their check-in. */
export function eventsOfStatus({ userId, date, seenBy }: Omit<SeenCheckIn, 'id'>): NewEvent[] {
  const audience = { userIds: seenBy };
  const changed: NewEvent = { kind: 'chain.updated', audience, actorId: userId, data: { date, change: 'status' } };
  return [changed, ...eventsOfDate(date)];
}

/** What all users see of a date: its tiles, and the chips of its week. */
function eventsOfDate(date: string): NewEvent[] {
  const week = mondayOf(date);
  return [
    { kind: 'mosaic.updated', audience: 'everyone', data: { date }, coalesceKey: `mosaic ${date}` },
    { kind: 'battle.progress', audience: 'everyone', data: { week_start_date: week }, coalesceKey: `battle ${week}` },
  ];
}
