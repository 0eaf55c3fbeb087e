import { useTranslations } from 'use-intl';
import { dateOf, daysBetween, groupByDate } from '../../../shared/days/days.rules.ts';
import { todayIn } from '../../../shared/days/today-in.ts';
import { useCalendarDate } from '../../../shared/days/use-calendar-date.ts';
import { useZoneClock } from '../../../shared/days/zone-clock.ts';
import { Muted } from '../../../shared/ui/text.tsx';
import { useMarkRead } from '../api/changes.ts';
import type { Notification } from '../api/notification.ts';
import { useDeletions } from '../api/use-deletions.ts';
import classes from './notification-list.module.css';
import { DeletedRow, NotificationRow } from './notification-row.tsx';

/** Notifications by day, newest first. The browser lays out the days near the screen only, and finds words in all. */
export function NotificationList({ notifications }: { notifications: readonly Notification[] }) {
  const clock = useZoneClock();
  const markRead = useMarkRead();
  const { deletedIds, undoneId, remove, undo } = useDeletions();
  return groupByDate(notifications, ({ created_at }) => dateOf(created_at, clock)).map(([day, ofDay]) => (
    <section key={day} className={classes.group}>
      <Day day={day} />
      <ol className={classes.items}>
        {ofDay.map((item) => (
          <li key={item.id}>
            {deletedIds.has(item.id) ? (
              <DeletedRow notification={item} onUndo={() => undo(item.id)} />
            ) : (
              <NotificationRow
                notification={item}
                hasFocus={item.id === undoneId}
                onRead={() => item.read_at === null && markRead.mutate(item)}
                onDelete={() => remove(item)}
              />
            )}
          </li>
        ))}
      </ol>
    </section>
  ));
}

function Day({ day }: { day: string }) {
  const t = useTranslations('notification');
  const date = useCalendarDate();
  const today = todayIn(useZoneClock());
  const ago = daysBetween(day, today);
  const year = day.slice(0, 4) === today.slice(0, 4) ? {} : ({ year: 'numeric' } as const);
  const words = date(day, { weekday: 'long', day: 'numeric', month: 'long', ...year });
  return (
    <Muted as="h2" weight={600} className={classes.day}>
      <time dateTime={day}>{ago === 0 ? t('today') : ago === 1 ? t('yesterday') : words}</time>
    </Muted>
  );
}
