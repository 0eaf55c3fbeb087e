import { notifyAfterwards } from '#features/notification';
import { restsOn, windowSpan } from '#features/workout-window';
import type { CheckInDeps } from '../deps.ts';
import { reminder } from '../notification.template.ts';
import type { ReminderRun } from './jobs.schema.ts';
import { openingsInKnownZones } from './opening.actions.ts';
import { dateToRemindOf } from './reminder.rules.ts';
import { listOpenings, listUsersToRemind } from './reminder.store.ts';

const BATCH_SIZE = 1_000;

/** Reminds users who have not checked in and whose window opens within 30 minutes, once a window. */
export async function remindUsers(deps: CheckInDeps): Promise<ReminderRun> {
  const now = deps.clock.now();
  let reminded = 0;
  for (const opening of openingsInKnownZones(deps.log, await listOpenings(deps.db))) {
    const date = dateToRemindOf(opening, now);
    if (date === null) continue;
    let after: string | null = null;
    do {
      const userIds: string[] = await listUsersToRemind(deps.db, opening, date, after, BATCH_SIZE, restsOn);
      const notified = await notifyAfterwards(
        deps,
        userIds.map((userId) => reminder(userId, date)),
      );
      reminded += notified.length;
      await deps.remindByMail(userIds, { ...opening, date, opensAt: windowSpan({ ...opening, date }).startsAt });
      after = userIds.length < BATCH_SIZE ? null : (userIds.at(-1) ?? null);
    } while (after !== null);
  }
  return { success: true, message: `${reminded} users were reminded.`, reminded };
}
