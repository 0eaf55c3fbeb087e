import { useInfiniteQuery, useSuspenseQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { addDays } from '../../../shared/days/days.rules.ts';
import { todayIn } from '../../../shared/days/today-in.ts';
import { useFormatter } from '../../../shared/days/use-formatter.ts';
import { useZoneClock } from '../../../shared/days/zone-clock.ts';
import { ScreenHeader } from '../../../shared/ui/screen-header.tsx';
import { Section } from '../../../shared/ui/section.tsx';
import { Stack } from '../../../shared/ui/stack.tsx';
import { Muted } from '../../../shared/ui/text.tsx';
import { battleQuery, pastBattlesQuery } from '../api/queries.ts';
import { foughtAt, type OwnDay } from '../battle.rules.ts';
import { Arena } from '../components/arena.tsx';
import { DayChart } from '../components/day-chart.tsx';
import { OwnPart } from '../components/own-part.tsx';
import { PastWeeks } from '../components/past-weeks.tsx';
import { Rounds } from '../components/rounds.tsx';
import { useWeekName } from '../use-words.ts';
import classes from './battle-screen.module.css';

const DAYS_OF_WEEK = 7;

/** The battle of the week that runs, and those that were fought. */
export function BattleScreen({ week, ownDay }: { week: string; ownDay: OwnDay | null }) {
  const t = useTranslations('battle');
  const format = useFormatter();
  const nameOf = useWeekName();
  const today = todayIn(useZoneClock());
  const { data } = useSuspenseQuery(battleQuery(week));
  const when = format.dateTime(foughtAt(week), { weekday: 'long', hour: 'numeric', minute: '2-digit' });
  return (
    <div className={classes.screen}>
      <ScreenHeader title={t('title')} text={`${nameOf(week)}. ${t('foughtOn', { when })}`} />
      <Stack gap={6} content="start" fits className={classes.columns}>
        <Stack gap={5} content="start" fits>
          <Arena week={data} />
          <OwnPart part={data.ownPart} day={ownDay} />
          <DayChart days={data.dailyStats} today={today} />
        </Stack>
        <Stack gap={6} content="start" fits>
          <Fought week={week} when={when} />
        </Stack>
      </Stack>
    </div>
  );
}

/** The last battle that was fought, and the list of all. They come after the week that runs. */
function Fought({ week, when }: { week: string; when: string }) {
  const t = useTranslations('battle');
  const nameOf = useWeekName();
  const { data, hasNextPage, isFetchingNextPage, fetchNextPage } = useInfiniteQuery(pastBattlesQuery);
  if (data === undefined) return null;
  const [last] = data.battles;
  if (last === undefined) {
    return (
      <Section title={t('pastWeeks')}>
        <Muted>{t('noneFought', { when })}</Muted>
      </Section>
    );
  }
  const isLastWeek = last.week_start_date === addDays(week, -DAYS_OF_WEEK);
  return (
    <>
      <Rounds
        title={isLastWeek ? t('lastWeek') : t('roundsOf', { week: nameOf(last.week_start_date) })}
        battle={last}
      />
      <PastWeeks
        battles={data.battles}
        stats={data.stats}
        more={hasNextPage ? { isPending: isFetchingNextPage, onMore: () => void fetchNextPage() } : null}
      />
    </>
  );
}
