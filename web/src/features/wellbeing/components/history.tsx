import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useFormatter, useTranslations } from 'use-intl';
import { useCalendarDate } from '../../../shared/days/use-calendar-date.ts';
import { MoodFlower } from '../../../shared/mood/mood-flower.tsx';
import { useMoodName } from '../../../shared/mood/use-mood-name.ts';
import { Box } from '../../../shared/ui/box.tsx';
import { Text } from '../../../shared/ui/text.tsx';
import type { DayOfWellbeing } from '../wellbeing.rules.ts';
import classes from './history.module.css';
import { useQualityWord } from './quality-word.ts';

const FIRST = 10;
const STEP = 30;

/** The days with a score or sleep, newest first. Each leads to its forms. */
export function History({ days }: { days: readonly DayOfWellbeing[] }) {
  const t = useTranslations('wellbeing');
  const [shown, setShown] = useState(FIRST);
  const recorded = days.filter(({ satisfaction, hours }) => satisfaction !== null || hours !== null).toReversed();
  return (
    <Box as="section" above={5} aria-label={t('history')}>
      <Text as="h2" below={2} size="lg" weight={600}>
        {t('history')}
      </Text>
      {recorded.length === 0 && <Text tone="quiet">{t('historyEmpty')}</Text>}
      <ul>
        {recorded.slice(0, shown).map((day) => (
          <Day key={day.date} day={day} />
        ))}
      </ul>
      {recorded.length > shown && (
        <Button variant="outline" fullWidth onClick={() => setShown(shown + STEP)}>
          {t('historyMore')}
        </Button>
      )}
    </Box>
  );
}

function Day({ day: { date, satisfaction, hours, quality, mood } }: { day: DayOfWellbeing }) {
  const t = useTranslations('wellbeing');
  const format = useFormatter();
  const calendarDate = useCalendarDate();
  const moodName = useMoodName();
  const qualityWord = useQualityWord();
  return (
    <li className={classes.item}>
      <Link to="/wellbeing" search={(previous) => ({ ...previous, day: date })} hash="day" className={classes.day}>
        <b className={classes.date}>{calendarDate(date, { weekday: 'short', day: 'numeric', month: 'long' })}</b>
        {satisfaction !== null && <span>{t('dayScore', { score: satisfaction })}</span>}
        {hours !== null && quality !== null && (
          <span>{t('sleptLine', { hours: format.number(hours), quality: qualityWord(quality) })}</span>
        )}
        {mood !== null && (
          <span className={classes.mood}>
            <MoodFlower mood={mood} size={16} />
            {moodName(mood)}
          </span>
        )}
      </Link>
    </li>
  );
}
