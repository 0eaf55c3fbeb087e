import type { NewEvent } from '#features/event';

/** The event of users whose neighbours or squad on a date are others. */
export const matchingChanged = (date: string, userIds: readonly string[]): NewEvent => ({
  kind: 'chain.updated',
  audience: { userIds },
  data: { date, change: 'matching' },
});
