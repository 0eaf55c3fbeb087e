const DAY_MS = 24 * 60 * 60 * 1000;
const MAX_RANGE_DAYS = 366;

/** Whether the range from one date to another (inclusive) has 1 to 366 days. */
export function isDateRange(from: string, to: string): boolean {
  const days = Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS) + 1;
  return days >= 1 && days <= MAX_RANGE_DAYS;
}
