import { useTranslations } from 'use-intl';
import { Row } from '../../../shared/ui/row.tsx';
import { Muted } from '../../../shared/ui/text.tsx';
import type { Row as MessageRow } from '../rows.rules.ts';
import { useDayName } from '../use-room-words.ts';
import classes from './message-row.module.css';

/** Above the first row of a day, and of what is unread. */
export function RowHead({ row: { day, isFirstUnread } }: { row: MessageRow }) {
  const t = useTranslations('chat');
  const dayName = useDayName();
  return (
    <>
      {day !== null && (
        <Muted as="h2" weight={600} className={classes.day}>
          <time dateTime={day}>{dayName(day)}</time>
        </Muted>
      )}
      {isFirstUnread && (
        <Row as="p" gap={3} tone="accent" size="sm" weight={600} className={classes.unread}>
          {t('newMessages')}
        </Row>
      )}
    </>
  );
}
