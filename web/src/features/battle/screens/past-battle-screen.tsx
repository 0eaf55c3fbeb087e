import { useSuspenseQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { useFormatter } from '../../../shared/days/use-formatter.ts';
import { Icon } from '../../../shared/icons/icon.tsx';
import { IconLink } from '../../../shared/ui/links.tsx';
import { ScreenHeader } from '../../../shared/ui/screen-header.tsx';
import { Stack } from '../../../shared/ui/stack.tsx';
import { battleQuery } from '../api/queries.ts';
import { foughtAt } from '../battle.rules.ts';
import { Arena } from '../components/arena.tsx';
import { DayChart } from '../components/day-chart.tsx';
import { OwnPart } from '../components/own-part.tsx';
import { Rounds } from '../components/rounds.tsx';
import { useWeekName } from '../use-words.ts';
import classes from './battle-screen.module.css';

/** The battle of one week, as it was fought. */
export function PastBattleScreen({ week }: { week: string }) {
  const t = useTranslations('battle');
  const format = useFormatter();
  const nameOf = useWeekName();
  const { data } = useSuspenseQuery(battleQuery(week));
  const { battle, ownPart, dailyStats } = data;
  const when = format.dateTime(foughtAt(week), { weekday: 'long', hour: 'numeric', minute: '2-digit' });
  const text = battle.winner === null ? t('foughtOn', { when }) : t('won', { winner: battle.winner });
  return (
    <div className={classes.screen}>
      <header className={classes.head}>
        <IconLink to="/battle" aria-label={t('toThisWeek')} className={classes.back}>
          <Icon name="chevron-left" />
        </IconLink>
        <ScreenHeader pageTitle={t('titleOf', { week: nameOf(week) })} title={nameOf(week)} text={text} />
      </header>
      <Stack gap={6} content="start" fits className={classes.columns}>
        <Stack gap={5} content="start" fits>
          <Arena week={data} />
          {ownPart !== null && <OwnPart part={ownPart} day={null} />}
          <DayChart days={dailyStats} today="" />
        </Stack>
        <Stack gap={6} content="start" fits>
          {battle.battle_result !== null && <Rounds title={t('rounds')} battle={battle} />}
        </Stack>
      </Stack>
    </div>
  );
}
