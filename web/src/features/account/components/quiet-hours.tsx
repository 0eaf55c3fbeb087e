import { Button, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useTranslations } from 'use-intl';
import { cityOf } from '../../../shared/days/time-zones.ts';
import { useZoneName } from '../../../shared/days/zone-clock.ts';
import { SwitchRow } from '../../../shared/ui/switch-row.tsx';
import { Muted } from '../../../shared/ui/text.tsx';
import classes from './quiet-hours.module.css';

export type Hours = { start: string; end: string };

const USUAL: Hours = { start: '22:00', end: '07:00' };

/** A time of the day without push. */
export function QuietHours({ hours, onChange }: { hours: Hours | null; onChange: (hours: Hours | null) => void }) {
  const t = useTranslations('account');
  return (
    <>
      <SwitchRow
        label={t('quiet.label')}
        text={t('quiet.text')}
        isOn={hours !== null}
        onChange={(isOn) => onChange(isOn ? USUAL : null)}
      />
      {hours !== null && <HoursForm key={`${hours.start}-${hours.end}`} hours={hours} onChange={onChange} />}
    </>
  );
}

function HoursForm({ hours, onChange }: { hours: Hours; onChange: (hours: Hours) => void }) {
  const t = useTranslations('account');
  const zone = useZoneName();
  const [chosen, setChosen] = useState(hours);
  const isChanged = chosen.start !== hours.start || chosen.end !== hours.end;
  const isEmpty = chosen.start === chosen.end;

  function save(event: FormEvent) {
    event.preventDefault();
    if (!isEmpty) onChange(chosen);
  }

  return (
    <form className={classes.form} noValidate onSubmit={save}>
      {(['start', 'end'] as const).map((edge) => (
        <TextInput
          key={edge}
          type="time"
          label={t(`quiet.${edge}`)}
          value={chosen[edge]}
          error={edge === 'end' && isEmpty && t('quiet.empty')}
          onChange={({ currentTarget: { value } }) => value !== '' && setChosen({ ...chosen, [edge]: value })}
        />
      ))}
      {isChanged && (
        <Button type="submit" className={classes.save}>
          {t('quiet.save')}
        </Button>
      )}
      <Muted className={classes.zone}>{t('quiet.zone', { city: cityOf(zone) })}</Muted>
    </form>
  );
}
