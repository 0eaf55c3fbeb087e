import { Button, Input } from '@mantine/core';
import { useId } from 'react';
import { useTranslations } from 'use-intl';
import { cityOf } from '../../../shared/days/time-zones.ts';
import { deviceZone } from '../../../shared/days/zone-clock.ts';
import { ZoneOptions } from '../../../shared/days/zone-options.tsx';
import { Icon } from '../../../shared/icons/icon.tsx';
import { Muted } from '../../../shared/ui/text.tsx';
import { useTimeOfDay } from '../use-time-of-day.ts';

type ZoneFieldProps = { zone: string; start: string; error: string | null; onChange: (zone: string) => void };

/** The time zone of the window. */
export function ZoneField({ zone, start, error, onChange }: ZoneFieldProps) {
  const t = useTranslations('workout-window');
  const timeOfDay = useTimeOfDay();
  const id = useId();
  const here = deviceZone();
  return (
    <Input.Wrapper id={id} label={t('zone')} error={error}>
      <Input
        component="select"
        id={id}
        value={zone}
        error={error !== null}
        rightSection={<Icon name="chevron-down" size={20} />}
        onChange={(event) => onChange(event.currentTarget.value)}
      >
        <ZoneOptions chosen={zone} />
      </Input>
      <Muted above={2}>
        {zone === here
          ? t('zoneHere', { time: timeOfDay(start), city: cityOf(zone) })
          : t('zoneElsewhere', { time: timeOfDay(start), city: cityOf(zone), here: cityOf(here) })}
      </Muted>
      {zone !== here && (
        <Button variant="outline" mt="xs" onClick={() => onChange(here)}>
          {t('useZone', { city: cityOf(here) })}
        </Button>
      )}
    </Input.Wrapper>
  );
}
