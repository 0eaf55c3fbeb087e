import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { useCalendarDate } from '../../../shared/days/use-calendar-date.ts';
import { Problem } from '../../../shared/problem/problem.tsx';
import { Box } from '../../../shared/ui/box.tsx';
import { List } from '../../../shared/ui/list.tsx';
import { Row } from '../../../shared/ui/row.tsx';
import { Muted, Text } from '../../../shared/ui/text.tsx';
import { UndoLine } from '../../../shared/ui/undo-line.tsx';
import { useCheckIn, useDeleteCheckIn } from '../api/check-ins.ts';
import type { GoalCheckIn } from '../api/queries.ts';
import classes from './check-in-list.module.css';
import { useStatusWord } from './status-words.ts';

const FIRST = 10;
const STEP = 30;

/** The check-ins of a goal by day, newest first. A deleted one can be brought back until the screen is left. */
export function CheckInList({ goalId, checkIns }: { goalId: string; checkIns: readonly GoalCheckIn[] }) {
  const t = useTranslations('goal');
  const [shown, setShown] = useState(FIRST);
  const [deleted, setDeleted] = useState<GoalCheckIn | null>(null);
  const date = useCalendarDate();
  const remove = useDeleteCheckIn(goalId);
  const restore = useCheckIn(goalId);
  const byDay = checkIns.toSorted((one, other) => other.check_in_date.localeCompare(one.check_in_date));

  function bringBack({ status, notes, check_in_date }: GoalCheckIn) {
    restore.mutate({ status, notes, check_in_date }, { onSuccess: () => setDeleted(null) });
  }

  return (
    <>
      <UndoLine
        text={deleted && t('deleted', { date: date(deleted.check_in_date, { day: 'numeric', month: 'long' }) })}
        isPending={restore.isPending}
        onUndo={() => deleted && bringBack(deleted)}
      />
      <Problem error={remove.error ?? restore.error} />
      {byDay.length === 0 && <Muted>{t('noCheckIns')}</Muted>}
      <List as="ol">
        {byDay.slice(0, shown).map((checkIn) => (
          <CheckInRow
            key={checkIn.id}
            checkIn={checkIn}
            isBusy={remove.isPending}
            onDelete={() => remove.mutate(checkIn.id, { onSuccess: () => setDeleted(checkIn) })}
          />
        ))}
      </List>
      {byDay.length > shown && (
        <Button variant="outline" fullWidth onClick={() => setShown(shown + STEP)}>
          {t('moreCheckIns')}
        </Button>
      )}
    </>
  );
}

type CheckInRowProps = { checkIn: GoalCheckIn; isBusy: boolean; onDelete: () => void };

function CheckInRow({ checkIn, isBusy, onDelete }: CheckInRowProps) {
  const t = useTranslations('goal');
  const date = useCalendarDate();
  const statusWord = useStatusWord();
  const day = date(checkIn.check_in_date, { weekday: 'short', day: 'numeric', month: 'long', year: 'numeric' });
  return (
    <Row as="li" gap={3} align="start" className={classes.row}>
      <Box grows>
        <p>
          <b>{statusWord(checkIn.status)}</b>
        </p>
        <Muted as="time" dateTime={checkIn.check_in_date}>
          {day}
        </Muted>
        {checkIn.notes !== '' && (
          <Text above={2} read breaks className={classes.notes} dir="auto">
            {checkIn.notes}
          </Text>
        )}
      </Box>
      <Button variant="subtle" aria-label={t('deleteCheckIn', { date: day })} disabled={isBusy} onClick={onDelete}>
        {t('delete')}
      </Button>
    </Row>
  );
}
