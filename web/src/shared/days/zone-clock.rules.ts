/**
 * The clock of a user's time zone, as the server gives it: the data of browsers are of other releases, and lack zones. Before its first
 * change, and after its last, the nearest offset counts.
 */
export type ZoneClock = {
  name: string;
  changes: readonly { at: string; offset_minutes: number }[];
  /** When the user's day begins, such as `04:00`. Midnight without one. */
  day_start?: string;
};

const MINUTE_MS = 60_000;

/** What the clock shows at an instant, as the UTC fields of a date. Without a clock that of the device. */
export function shifted(instant: Date | number, clock: ZoneClock | undefined): Date {
  const at = Number(instant);
  const minutes = clock === undefined ? -new Date(at).getTimezoneOffset() : offsetAt(at, clock);
  return new Date(at + minutes * MINUTE_MS);
}

function offsetAt(at: number, { changes }: ZoneClock): number {
  const last = changes.findLast((change) => Date.parse(change.at) <= at) ?? changes[0];
  return last?.offset_minutes ?? 0;
}
