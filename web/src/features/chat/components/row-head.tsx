import { useTranslations } from 'use-intl';
import type { Row } from '../rows.rules.ts';
import { useDayName } from '../use-room-words.ts';
import classes from './message-row.module.css';

/** Above the first row of a day, and of what is unread. */
export function RowHead({ row: { day, isFirstUnread } }: { row: Row }) {
  const t = useTranslations('chat');
  const dayName = useDayName();
  return (
    <>
      {day !== null && (
        <h2 className={classes.day}>
          <time dateTime={day}>{dayName(day)}</time>
        </h2>
      )}
      {isFirstUnread && <p className={classes.unread}>{t('newMessages')}</p>}
    </>
  );
}
