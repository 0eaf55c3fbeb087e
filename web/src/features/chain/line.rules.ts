import type { components } from '@meadow/client';
import { shifted, type ZoneClock } from '../../shared/days/zone-clock.rules.ts';

export type Today = components['schemas']['Today'];
export type Neighbour = components['schemas']['ChainNeighbour'];

const HOUR_MS = 3_600_000;
const TICK_HOURS = 3;
const DAY_HOURS = 24;

export type Span = { opens_at: string; closes_at: string };

/** The part of the clock that a line shows, in milliseconds of the user's clock, and its marks. */
export type Axis = { from: number; to: number; ticks: { at: number; hour: number }[] };

/** The hours around some windows, in steps of three. Null without a window. */
export function axisOf(spans: readonly Span[], clock: ZoneClock | undefined): Axis | null {
  if (spans.length === 0) return null;
  const step = TICK_HOURS * HOUR_MS;
  const from = Math.floor(Math.min(...spans.map(({ opens_at }) => local(opens_at, clock))) / step) * step;
  const to = Math.ceil(Math.max(...spans.map(({ closes_at }) => local(closes_at, clock))) / step) * step;
  const count = Math.round((to - from) / step) + 1;
  // Windows of people far apart can be a day from each other.
  const every = Math.ceil(count / 9);
  const ticks = Array.from({ length: count }, (_, index) => from + index * step)
    .filter((_, index) => index % every === 0)
    .map((at) => ({ at, hour: new Date(at).getUTCHours() % DAY_HOURS }));
  return { from, to, ticks };
}

/** Where a moment of the user's clock lies on an axis, in percent. */
export const placeOn = ({ from, to }: Axis, at: number): number =>
  Math.round(((at - from) / (to - from)) * 10_000) / 100;

/** Where a window lies on an axis, in percent. */
export function barOf({ opens_at, closes_at }: Span, axis: Axis, clock: ZoneClock | undefined) {
  const start = placeOn(axis, local(opens_at, clock));
  const width = Math.round((placeOn(axis, local(closes_at, clock)) - start) * 100) / 100;
  return { start, width };
}

/** An instant as the user's clock shows it, in milliseconds. */
export const local = (instant: string | Date, clock: ZoneClock | undefined): number =>
  shifted(new Date(instant), clock).getTime();

/** What is said of a user in the line. A day without a check-in is no more than that. */
export type Standing = 'done' | 'open' | 'before' | 'over' | 'rest' | 'unknown';

export function standingOf(
  { status, opens_at, closes_at }: Pick<Neighbour, 'status' | 'opens_at' | 'closes_at'>,
  now: Date,
): Standing {
  if (status === 'completed') return 'done';
  if (status === 'rest') return 'rest';
  if (opens_at === null || closes_at === null) return 'unknown';
  if (now < new Date(opens_at)) return 'before';
  return now < new Date(closes_at) ? 'open' : 'over';
}
