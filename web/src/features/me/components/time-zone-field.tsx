import { Button, Input } from '@mantine/core';
import { useId } from 'react';
import { useFormatter, useNow, useTranslations } from 'use-intl';
import { Icon } from '../../../shared/icons/icon.tsx';
import { useProblem } from '../../../shared/problem/use-problem.ts';
import { useChangeProfile, useProfile } from '../api/profile.ts';
import { cityOf, deviceZone, zonesByRegion } from '../time-zones.ts';
import classes from './time-zone-field.module.css';

/** The time zone of the user's days. Says so if the device is in another one. */
export function TimeZoneField() {
  const t = useTranslations('me');
  const format = useFormatter();
  const now = useNow({ updateInterval: 30_000 });
  const id = useId();
  const { timezone: zone } = useProfile().preferences;
  const change = useChangeProfile();
  const problem = useProblem();
  const choose = (timezone: string) => change.mutate({ preferences: { timezone } });
  const timeIn = (timeZone: string) => format.dateTime(now, { hour: '2-digit', minute: '2-digit', timeZone });
  const here = deviceZone();
  return (
    <Input.Wrapper id={id} label={t('zone.label')} description={t('zone.text')} error={problem(change.error)}>
      <Input
        component="select"
        id={id}
        value={zone ?? ''}
        rightSection={<Icon name="chevron-down" size={20} />}
        onChange={(event) => choose(event.currentTarget.value)}
      >
        {zone === undefined && (
          <option value="" disabled>
            {t('zone.choose')}
          </option>
        )}
        {zonesByRegion(zone).map(([region, zones]) => (
          <optgroup key={region} label={region}>
            {zones.map((one) => (
              <option key={one} value={one}>
                {cityOf(one)}
              </option>
            ))}
          </optgroup>
        ))}
      </Input>
      <p className={classes.now} aria-live="off">
        {zone !== undefined && t('zone.now', { time: timeIn(zone), city: cityOf(zone) })}
      </p>
      {zone !== here && (
        <div className={classes.here}>
          <span>{t('zone.device', { city: cityOf(here), time: timeIn(here) })}</span>
          <Button variant="outline" onClick={() => choose(here)}>
            {t('zone.use', { city: cityOf(here) })}
          </Button>
        </div>
      )}
    </Input.Wrapper>
  );
}
