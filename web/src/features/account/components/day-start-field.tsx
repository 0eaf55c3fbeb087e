import { Input } from '@mantine/core';
import { useId } from 'react';
import { useTranslations } from 'use-intl';
import { useFormatter } from '../../../shared/days/use-formatter.ts';
import { Icon } from '../../../shared/icons/icon.tsx';
import { useProblem } from '../../../shared/problem/use-problem.ts';
import { useChangeProfile, useProfile } from '../api/profile.ts';

const MIDNIGHT = '00:00';
const QUARTERS = Array.from({ length: 25 }, (_, index) => {
  const [hours, minutes] = [Math.floor(index / 4), (index % 4) * 15];
  return `${String(hours).padStart(2, '0')}:${String(minutes).padStart(2, '0')}`;
});

/** The time at which the user's day begins: what is written before it belongs to the day before. */
export function DayStartField() {
  const t = useTranslations('account');
  const format = useFormatter();
  const id = useId();
  const { day_start: dayStart = MIDNIGHT } = useProfile().preferences;
  const change = useChangeProfile();
  const problem = useProblem();
  const timeOf = (time: string) =>
    format.dateTime(new Date(`2000-01-01T${time}:00Z`), { hour: 'numeric', minute: '2-digit', timeZone: 'UTC' });
  return (
    <Input.Wrapper id={id} label={t('dayStart.label')} description={t('dayStart.text')} error={problem(change.error)}>
      <Input
        component="select"
        id={id}
        value={dayStart}
        rightSection={<Icon name="chevron-down" size={20} />}
        onChange={(event) => change.mutate({ preferences: { day_start: event.currentTarget.value } })}
      >
        {QUARTERS.map((time) => (
          <option key={time} value={time}>
            {time === MIDNIGHT ? t('dayStart.midnight', { time: timeOf(time) }) : timeOf(time)}
          </option>
        ))}
      </Input>
    </Input.Wrapper>
  );
}
