import { Button } from '@mantine/core';
import { useNow, useTranslations } from 'use-intl';
import { dayOf, dayOnDevice } from '../days/days.rules.ts';
import { useCalendarDate } from '../days/use-calendar-date.ts';
import { useZoneClock } from '../days/zone-clock.ts';
import { ButtonLink } from './links.tsx';
import { Cluster } from './row.tsx';
import classes from './travel-note.module.css';

type TravelNoteProps = {
  /** The day that what is written now belongs to. */
  day?: string;
  /** Takes the other day. Without it, the note leads to the time zone of the profile. */
  onChoose?: (day: string) => void;
};

const TICK_MS = 60_000;

/** Says that it is another day on this device than in the user's time zone, and offers both. */
export function TravelNote({ day, onChoose }: TravelNoteProps) {
  const t = useTranslations('ui');
  const date = useCalendarDate();
  const clock = useZoneClock();
  const now = useNow({ updateInterval: TICK_MS });
  if (clock === undefined) return null;
  const [home, here] = [dayOf(now, clock), dayOnDevice(now, clock)];
  // A day of neither was chosen with intent.
  if (home === here || (day !== undefined && day !== home && day !== here)) return null;
  const city = (clock.name.split('/').at(-1) ?? clock.name).replaceAll('_', ' ');
  const nameOf = (one: string) => date(one, { weekday: 'long', day: 'numeric', month: 'long' });
  return (
    <Cluster gap={3} rows={2} align="center" surface="sunk" className={classes.note} role="note">
      <p>{t('otherDay', { here: nameOf(here), home: nameOf(home), city })}</p>
      {onChoose === undefined ? (
        <ButtonLink to="/me/profile" variant="outline">
          {t('changeZone')}
        </ButtonLink>
      ) : (
        [here, home].map((one) => (
          <Button key={one} variant="outline" aria-pressed={one === day} onClick={() => onChoose(one)}>
            {nameOf(one)}
          </Button>
        ))
      )}
    </Cluster>
  );
}
