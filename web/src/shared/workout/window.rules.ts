import type { components } from '@meadow/client';

type Today = components['schemas']['Today'];

export const PETALS = 24;
const MINUTE_MS = 60_000;

export type PetalState = 'left' | 'now' | 'gone' | 'waiting';

/** The state now: that of the server, moved on by the clock, so that the window opens and ends on screen without a request. */
export function stateAt({ state, window }: Pick<Today, 'state' | 'window'>, now: Date): Today['state'] {
  if (window === null || !['before', 'open', 'late'].includes(state)) return state;
  if (now < new Date(window.opens_at)) return 'before';
  return now < new Date(window.closes_at) ? 'open' : 'late';
}

/** The petals of the ring, clockwise from the top: five minutes each. */
export function petalsAt(state: Today['state'], window: Today['window'], now: Date): PetalState[] {
  if (state === 'checked_in') return petals(() => 'left');
  if (state !== 'open' || window === null) return petals(() => 'gone');
  const opensAt = new Date(window.opens_at).getTime();
  const length = new Date(window.closes_at).getTime() - opensAt;
  const current = Math.min(PETALS - 1, Math.floor(((now.getTime() - opensAt) / length) * PETALS));
  return petals((index) => (index < current ? 'gone' : index === current ? 'now' : 'left'));
}

function petals(stateOf: (index: number) => PetalState): PetalState[] {
  return Array.from({ length: PETALS }, (_, index) => stateOf(index));
}

/** The minutes from now until an instant, begun ones counted, never below zero. */
export function minutesUntil(instant: string, now: Date): number {
  return Math.max(0, Math.ceil((new Date(instant).getTime() - now.getTime()) / MINUTE_MS));
}

/** Hours and minutes: `1:05`. */
export function countdown(minutes: number): string {
  return `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, '0')}`;
}

/** The team of the user on the day. Those without one wear red. */
export function teamOf({ chain, squad }: Pick<Today, 'chain' | 'squad'>): 'red' | 'blue' {
  return chain?.team_color ?? squad?.team_color ?? 'red';
}
