import { useSuspenseQuery } from '@tanstack/react-query';
import { Suspense, useMemo } from 'react';
import { useFormatter, useTranslations } from 'use-intl';
import { longestLabel, type Panel } from '../../../shared/chart/panel.ts';
import { ChartTable } from '../../../shared/chart/table.tsx';
import { addDays } from '../../../shared/days/days.rules.ts';
import { moodOf } from '../../../shared/mood/moods.ts';
import { useMoodName } from '../../../shared/mood/use-mood-name.ts';
import { lazyPart } from '../../../shared/ui/lazy-part.ts';
import { Notice } from '../../../shared/ui/notice.tsx';
import { Stack } from '../../../shared/ui/stack.tsx';
import { wellbeingRangeQuery } from '../api/queries.ts';
import { compareByMood, type DayOfWellbeing, daysOf, levelOf, meanOf, type Range } from '../wellbeing.rules.ts';
import classes from './charts.module.css';
import { History } from './history.tsx';
import { useQualityWord } from './quality-word.ts';

const Chart = lazyPart(async () => (await import('../../../shared/chart/chart.tsx')).Chart);

const MOOD_TICKS = [
  { at: 1, label: 'moodThistle' },
  { at: 2, label: 'moodBell' },
  { at: 3, label: 'moodCup' },
  { at: 4, label: 'moodBloom' },
] as const;

/** Satisfaction, sleep and moods of a range, one under the other, and the days that they come from. */
export function Charts({ today, range }: { today: string; range: Range }) {
  const t = useTranslations('wellbeing');
  const format = useFormatter();
  const count = Number(range);
  const { data } = useSuspenseQuery(wellbeingRangeQuery({ from: addDays(today, 1 - count), to: today }));
  const days = useMemo(() => daysOf(data, today, count), [data, today, count]);
  const dates = useMemo(() => days.map(({ date }) => date), [days]);
  const panels = usePanels(days);
  const summaries = useSummaries(days);
  const compared = compareByMood(days);
  const number = (value: number) => format.number(value, { maximumFractionDigits: 1 });
  const isEmpty = panels.every(({ values }) => values.every((value) => value === null));
  if (isEmpty) return <Notice icon="moon" title={t('chartEmpty')} text={t('chartEmptyText')} />;
  return (
    <>
      {compared !== null && (
        <p className={classes.compare}>
          {t('compare', { bright: number(compared.bright), low: number(compared.low) })}
        </p>
      )}
      <Stack gap={5}>
        {panels.map((panel, index) => (
          <Suspense key={panel.label} fallback={<div data-pending className={classes.waiting} />}>
            <Chart
              panel={panel}
              days={dates}
              summary={summaries[index] ?? ''}
              syncKey="wellbeing"
              letters={longestLabel(panels)}
            />
          </Suspense>
        ))}
      </Stack>
      <ChartTable panels={panels} days={dates} />
      <History days={days} />
    </>
  );
}

function usePanels(days: readonly DayOfWellbeing[]): Panel[] {
  const t = useTranslations('wellbeing');
  const format = useFormatter();
  const moodName = useMoodName();
  const qualityWord = useQualityWord();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the texts change with the language, which reloads the page
  return useMemo(() => {
    const ticksOf = (...at: number[]) => at.map((value) => ({ at: value, label: format.number(value) }));
    return [
      {
        label: t('satisfaction'),
        values: days.map(({ satisfaction }) => satisfaction),
        kind: 'line',
        color: '--accent',
        range: [0, 10.5],
        ticks: ticksOf(1, 5, 10),
        describe: (index) => t('satisfactionName', { score: days[index]?.satisfaction ?? 0 }),
      },
      {
        label: t('sleep'),
        values: days.map(({ hours }) => hours),
        kind: 'bars',
        color: '--mood-calm',
        range: [0, Math.max(10, ...days.map(({ hours }) => hours ?? 0)) + 0.5],
        ticks: ticksOf(0, 4, 8),
        describe: (index) => {
          const { hours, quality } = days[index] ?? {};
          return t('sleptLine', { hours: format.number(hours ?? 0), quality: qualityWord(quality ?? 0) });
        },
      },
      {
        label: t('mood'),
        values: days.map(({ mood }) => levelOf(mood)),
        kind: 'dots',
        color: (index) => `--mood-${moodOf(days[index]?.mood ?? '')?.mood ?? 'neutral'}`,
        range: [0.5, 4.5],
        ticks: MOOD_TICKS.map(({ at, label }) => ({ at, label: t(label) })),
        describe: (index) => moodName(days[index]?.mood ?? ''),
      },
    ];
  }, [days]);
}

/** The averages in words, in the order of the panels. */
function useSummaries(days: readonly DayOfWellbeing[]): string[] {
  const t = useTranslations('wellbeing');
  const format = useFormatter();
  const number = (value: number) => format.number(value, { maximumFractionDigits: 1 });
  const satisfaction = meanOf(days.map((day) => day.satisfaction));
  const hours = meanOf(days.map((day) => day.hours));
  const written = days.filter(({ mood }) => mood !== null).length;
  return [
    satisfaction === null ? t('nothing') : t('satisfactionMean', { mean: number(satisfaction) }),
    hours === null ? t('nothing') : t('sleepMean', { hours: number(hours) }),
    written === 0 ? t('nothing') : t('moodDays', { count: written }),
  ];
}
