import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { useCalendarDate } from '../../../shared/days/use-calendar-date.ts';
import { Problem } from '../../../shared/problem/problem.tsx';
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
      {byDay.length === 0 && <p className={classes.none}>{t('noCheckIns')}</p>}
      <ol className={classes.list}>
        {byDay.slice(0, shown).map((checkIn) => (
          <Row
            key={checkIn.id}
            checkIn={checkIn}
            isBusy={remove.isPending}
            onDelete={() => remove.mutate(checkIn.id, { onSuccess: () => setDeleted(checkIn) })}
          />
        ))}
      </ol>
      {byDay.length > shown && (
        <Button variant="outline" fullWidth onClick={() => setShown(shown + STEP)}>
          {t('moreCheckIns')}
        </Button>
      )}
    </>
  );
}

type RowProps = { checkIn: GoalCheckIn; isBusy: boolean; onDelete: () => void };

function Row({ checkIn, isBusy, onDelete }: RowProps) {
  const t = useTranslations('goal');
  const date = useCalendarDate();
  const statusWord = useStatusWord();
  const day = date(checkIn.check_in_date, { weekday: 'short', day: 'numeric', month: 'long', year: 'numeric' });
  return (
    <li className={classes.row}>
      <div className={classes.words}>
        <p>
          <b>{statusWord(checkIn.status)}</b>
        </p>
        <time className={classes.day} dateTime={checkIn.check_in_date}>
          {day}
        </time>
        {checkIn.notes !== '' && (
          <p className={classes.notes} dir="auto">
            {checkIn.notes}
          </p>
        )}
      </div>
      <Button variant="subtle" aria-label={t('deleteCheckIn', { date: day })} disabled={isBusy} onClick={onDelete}>
        {t('delete')}
      </Button>
    </li>
  );
}
