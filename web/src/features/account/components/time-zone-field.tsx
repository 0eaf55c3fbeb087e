import { Button, Input } from '@mantine/core';
import { useSuspenseQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { useNow, useTranslations } from 'use-intl';
import { meQuery } from '../../../app/session/queries.ts';
import { cityOf } from '../../../shared/days/time-zones.ts';
import { useFormatter } from '../../../shared/days/use-formatter.ts';
import { deviceZone, useZoneClock } from '../../../shared/days/zone-clock.ts';
import { ZoneOptions } from '../../../shared/days/zone-options.tsx';
import { Icon } from '../../../shared/icons/icon.tsx';
import { useProblem } from '../../../shared/problem/use-problem.ts';
import { Cluster } from '../../../shared/ui/row.tsx';
import { Muted } from '../../../shared/ui/text.tsx';
import { useChangeProfile, useProfile } from '../api/profile.ts';

/** The time zone of the user's days. Says so if the device is in another one. */
export function TimeZoneField() {
  const t = useTranslations('account');
  const format = useFormatter();
  const now = useNow({ updateInterval: 30_000 });
  const id = useId();
  const { timezone: zone } = useProfile().preferences;
  const change = useChangeProfile();
  const problem = useProblem();
  const choose = (timezone: string) => change.mutate({ preferences: { timezone } });
  const clock = useZoneClock();
  const { data: me } = useSuspenseQuery(meQuery);
  const here = deviceZone();
  const style = { hour: '2-digit', minute: '2-digit' } as const;
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
        <ZoneOptions chosen={zone} />
      </Input>
      <Muted above={2} aria-live="off">
        {zone !== undefined &&
          clock?.name === zone &&
          (me.time_zone?.is_known === false
            ? t('zone.unknown', { zone })
            : t('zone.now', { time: format.dateTime(now, style), city: cityOf(zone) }))}
      </Muted>
      {zone !== here && (
        <Cluster gap={3} align="center" justify="between" surface="sunk" above={3}>
          <span>
            {t('zone.device', { city: cityOf(here), time: format.dateTime(now, { ...style, timeZone: here }) })}
          </span>
          <Button variant="outline" onClick={() => choose(here)}>
            {t('zone.use', { city: cityOf(here) })}
          </Button>
        </Cluster>
      )}
    </Input.Wrapper>
  );
}
