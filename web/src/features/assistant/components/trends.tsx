import { useSuspenseQuery } from '@tanstack/react-query';
import { Suspense, useMemo } from 'react';
import { useFormatter, useTranslations } from 'use-intl';
import { longestLabel, type Panel } from '../../../shared/chart/panel.ts';
import { ChartTable } from '../../../shared/chart/table.tsx';
import { addDays, daysBetween } from '../../../shared/days/days.rules.ts';
import { MoodFlower } from '../../../shared/mood/mood-flower.tsx';
import { moodOf } from '../../../shared/mood/moods.ts';
import { useMoodName } from '../../../shared/mood/use-mood-name.ts';
import { lazyPart } from '../../../shared/ui/lazy-part.ts';
import { Meter } from '../../../shared/ui/meter.tsx';
import { Stack } from '../../../shared/ui/stack.tsx';
import { Text } from '../../../shared/ui/text.tsx';
import { type MoodTrends, moodTrendsQuery } from '../api/queries.ts';
import classes from './trends.module.css';

const Chart = lazyPart(async () => (await import('../../../shared/chart/chart.tsx')).Chart);

const SENTIMENT = {
  positive: { level: 3, label: 'positive' },
  mixed: { level: 2, label: 'mixed' },
  neutral: { level: 2, label: 'neutral' },
  negative: { level: 1, label: 'negative' },
} as const;

/** The moods that the assistant read out of the days of a range. */
export function Trends({ days }: { days: number }) {
  const t = useTranslations('assistant');
  const format = useFormatter();
  const moodName = useMoodName();
  const { data: trends } = useSuspenseQuery(moodTrendsQuery(days));
  const dates = useMemo(() => datesOf(trends), [trends]);
  const panel = usePanel(trends, dates);
  if (trends.analyses === 0) return <Text tone="quiet">{t('trendsNone')}</Text>;
  const summary = `${t('trendsDays', { count: trends.analyses })}${trends.direction === null ? '' : `, ${t(trends.direction)}`}`;
  return (
    <Stack gap={5}>
      <Suspense fallback={<div data-pending className={classes.waiting} />}>
        <Chart panel={panel} days={dates} summary={summary} syncKey="assistant" letters={longestLabel([panel])} />
      </Suspense>
      <ul className={classes.moods} aria-label={t('shares')}>
        {trends.moods.slice(0, 6).map(({ mood, share }) => (
          <li key={mood}>
            <MoodFlower mood={mood} />
            <Text as="span" breaks>
              {moodName(mood)}
            </Text>
            <Meter className={classes.bar} value={share} max={1} aria-label={moodName(mood)} />
            <span className={classes.share}>{format.number(share, { style: 'percent' })}</span>
          </li>
        ))}
      </ul>
      <ChartTable panels={[panel]} days={dates} />
    </Stack>
  );
}

function datesOf({ from, to }: MoodTrends): string[] {
  return Array.from({ length: daysBetween(from, to) + 1 }, (_, index) => addDays(from, index));
}

function usePanel(trends: MoodTrends, dates: readonly string[]): Panel {
  const t = useTranslations('assistant');
  const moodName = useMoodName();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the texts change with the language, which reloads the page
  return useMemo(() => {
    const byDate = new Map(trends.days.map((day) => [day.date, day]));
    const dayAt = (index: number) => byDate.get(dates[index] ?? '');
    return {
      label: t('moodOfDay'),
      values: dates.map((_, index) => {
        const day = dayAt(index);
        return day === undefined ? null : SENTIMENT[day.sentiment].level;
      }),
      kind: 'dots',
      color: (index) => `--mood-${moodOf(dayAt(index)?.mood ?? '')?.mood ?? 'neutral'}`,
      range: [0.5, 3.5],
      ticks: [
        { at: 1, label: t('tickLow') },
        { at: 2, label: t('tickMiddle') },
        { at: 3, label: t('tickBright') },
      ],
      describe: (index) => {
        const day = dayAt(index);
        if (day === undefined) return '';
        return [day.mood === null ? [] : moodName(day.mood), t(SENTIMENT[day.sentiment].label)].flat().join(', ');
      },
    };
  }, [trends, dates]);
}
