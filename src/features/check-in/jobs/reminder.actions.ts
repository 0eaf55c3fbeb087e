import { type NotificationDeps, notifyAfterwards } from '../../notification/index.ts';
import { windowSpan } from '../../workout-window/index.ts';
import { reminder } from '../notification.template.ts';
import type { ReminderRun } from './jobs.schema.ts';
import { dateToRemindOf } from './reminder.rules.ts';
import { listOpenings, listPeopleToRemind } from './reminder.store.ts';

export type ReminderDeps = NotificationDeps & {
  /** Reminds those of these people by mail as well who want that, each once. */
  remindByMail: (
    userIds: readonly string[],
    window: { date: string; startTime: string; zone: string; opensAt: Date },
  ) => Promise<void>;
};

const AT_ONCE = 1_000;

/** Reminds users who have not checked in and whose window opens within 30 minutes, once a window. */
export async function remindPeople(deps: ReminderDeps): Promise<ReminderRun> {
  const now = deps.clock.now();
  let reminded = 0;
  for (const opening of await listOpenings(deps.db)) {
    const date = dateToRemindOf(opening, now);
    if (date === null) continue;
    let after: string | null = null;
    do {
      const userIds: string[] = await listPeopleToRemind(deps.db, opening, date, after, AT_ONCE);
      const told = await notifyAfterwards(
        deps,
        userIds.map((userId) => reminder(userId, date)),
      );
      reminded += told.length;
      await deps.remindByMail(userIds, { ...opening, date, opensAt: windowSpan({ ...opening, date }).startsAt });
      after = userIds.length < AT_ONCE ? null : (userIds.at(-1) ?? null);
    } while (after !== null);
  }
  return { success: true, message: `${reminded} people are reminded.`, reminded };
}
