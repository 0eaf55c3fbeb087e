const MAX_AHEAD_MS = 2 * 60_000;
const MAX_AGE_MS = 30 * 24 * 60 * 60_000;

/** Whether an entry can have been written then: at most 30 days ago. Clocks of devices may be two minutes ahead. */
export function isWrittenLately(writtenAt: Date, now: Date): boolean {
  const age = now.getTime() - writtenAt.getTime();
  return age >= -MAX_AHEAD_MS && age <= MAX_AGE_MS;
}
