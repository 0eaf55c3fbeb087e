import type { TodayState, TodayWindow } from './today.schema.ts';

type TimeSpan = { readonly startsAt: Date; readonly endsAt: Date };

/** What decides the state of a user on a date. */
export type TodayFacts = {
  status: 'pending' | 'verified' | 'rejected' | null;
  /** The window of the date and, if it is not closed, that of the next date without rest. Null without a window. */
  spans: { today: TimeSpan; next: TimeSpan | null } | null;
  /** Whether the user is in a chain of the date, so that a closed window still counts. */
  isInChain: boolean;
  /** Whether the user rests on the date. */
  isRest: boolean;
};

export function decideState({ status, spans, isInChain, isRest }: TodayFacts, now: Date): TodayState {
  if (status !== null) return status === 'rejected' ? 'rejected' : 'checked_in';
  if (spans === null) return 'not_set_up';
  if (spans.next === null && !isInChain) return 'paused';
  if (isRest) return 'rest';
  if (now < spans.today.startsAt) return 'before';
  return now < spans.today.endsAt ? 'open' : 'late';
}

/** The instants of the windows. Null without a window, and for a closed one that does not count. */
export function windowsOf({ spans, isInChain }: TodayFacts): TodayWindow | null {
  if (spans === null || (spans.next === null && !isInChain)) return null;
  return { ...instantsOf(spans.today), next: spans.next && instantsOf(spans.next) };
}

function instantsOf({ startsAt, endsAt }: TimeSpan): { opens_at: string; closes_at: string } {
  return { opens_at: startsAt.toISOString(), closes_at: endsAt.toISOString() };
}
