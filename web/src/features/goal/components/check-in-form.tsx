import { Button } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useTranslations } from 'use-intl';
import { useCalendarDate } from '../../../shared/days/use-calendar-date.ts';
import { Problem } from '../../../shared/problem/problem.tsx';
import { Choices } from '../../../shared/ui/choices.tsx';
import { DateField } from '../../../shared/ui/date-field.tsx';
import { Cluster } from '../../../shared/ui/row.tsx';
import { Stack } from '../../../shared/ui/stack.tsx';
import { TextArea } from '../../../shared/ui/text-area.tsx';
import { useCheckIn } from '../api/check-ins.ts';
import type { CheckInStatus } from '../api/queries.ts';
import classes from './check-in-form.module.css';
import { STATUSES, useStatusWord } from './status-words.ts';

const MAX_NOTE_LENGTH = 2_000;

/** A check-in of any day: how it went, and a note. */
export function CheckInForm({ goalId, today }: { goalId: string; today: string }) {
  const t = useTranslations('goal');
  const date = useCalendarDate();
  const statusWord = useStatusWord();
  const [status, setStatus] = useState<CheckInStatus>('completed');
  const [day, setDay] = useState(today);
  const [notes, setNotes] = useState('');
  const checkIn = useCheckIn(goalId);

  function save(event: FormEvent) {
    event.preventDefault();
    checkIn.mutate(
      { status, notes, check_in_date: day },
      { onSuccess: () => setNotes((now) => (now === notes ? '' : now)) },
    );
  }

  const sent = checkIn.data?.check_in;
  return (
    <Stack as="form" gap={4} onSubmit={save}>
      <Choices
        label={t('checkInFor')}
        options={STATUSES.map((value) => ({ value, label: statusWord(value) }))}
        value={status}
        onChange={setStatus}
      />
      <TextArea
        label={t('note')}
        placeholder={t('notePlaceholder')}
        rows={2}
        limit={MAX_NOTE_LENGTH}
        value={notes}
        onChange={(event) => setNotes(event.currentTarget.value)}
      />
      <Cluster gap={3} align="end" justify="between" className={classes.end}>
        <DateField
          label={t('day')}
          value={day}
          max={today}
          onChange={(changed) => changed !== null && setDay(changed)}
        />
        <Button type="submit" loading={checkIn.isPending}>
          {t('saveCheckIn')}
        </Button>
      </Cluster>
      <Problem error={checkIn.error} />
      <p className={classes.saved} role="status">
        {sent !== undefined &&
          t('saved', {
            date: date(sent.check_in_date, { day: 'numeric', month: 'long' }),
            status: statusWord(sent.status),
          })}
      </p>
    </Stack>
  );
}
