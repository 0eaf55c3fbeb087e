import { useSuspenseQuery } from '@tanstack/react-query';
import { useNow, useTranslations } from 'use-intl';
import { useCalendarDate } from '../../../shared/days/use-calendar-date.ts';
import { useFirstWeekday } from '../../../shared/days/use-first-weekday.ts';
import { Icon } from '../../../shared/icons/icon.tsx';
import { ButtonLink, IconLink } from '../../../shared/ui/links.tsx';
import { Notice } from '../../../shared/ui/notice.tsx';
import { Row } from '../../../shared/ui/row.tsx';
import { ScreenHeader } from '../../../shared/ui/screen-header.tsx';
import { Stack } from '../../../shared/ui/stack.tsx';
import { Muted } from '../../../shared/ui/text.tsx';
import { teamOf } from '../../../shared/workout/window.rules.ts';
import { weekQuery } from '../api/queries.ts';
import { DistanceCard } from '../components/distance-card.tsx';
import { History } from '../components/history.tsx';
import { Line } from '../components/line.tsx';
import type { Self } from '../components/line-rows.tsx';
import { SquadCard } from '../components/squad-card.tsx';
import { StreakCard } from '../components/streak-card.tsx';
import type { Today } from '../line.rules.ts';
import { useOwnStanding } from '../use-own-standing.ts';
import classes from './relay-screen.module.css';

const TICK_MS = 15_000;

type RelayScreenProps = {
  today: Today;
  user: Self & { id: string };
  /** The date of the first window. Null without one. */
  since: string | null;
  /** The room of the squad of today. */
  squadRoom: string | null;
};

/** Where the user stands in the line, the squad, and the days before. */
export function RelayScreen({ today, user, since, squadRoom }: RelayScreenProps) {
  const t = useTranslations('chain');
  const date = useCalendarDate();
  const now = useNow({ updateInterval: TICK_MS });
  const { state } = useOwnStanding(today, now);
  const { data: days } = useSuspenseQuery(weekQuery(today.date, useFirstWeekday()));
  const team = teamOf(today);
  const hasLine = today.window !== null || today.checkin !== null || today.chain !== null;
  const isAlone = hasLine && today.chain?.before == null && today.chain?.after == null;
  const canCheckIn = state === 'open';
  return (
    <div className={classes.screen}>
      <Row gap={1} align="start" className={classes.header}>
        <IconLink to="/today" className={classes.back} aria-label={t('back')}>
          <Icon name="chevron-left" />
        </IconLink>
        <ScreenHeader title={t('title')} text={date(today.date, { weekday: 'long', day: 'numeric', month: 'long' })} />
      </Row>
      <div className={classes.columns}>
        <Stack gap={5} content="start" fits>
          {hasLine ? <Line today={today} self={user} now={now} /> : <NoLine state={today.state} />}
          {isAlone && <Muted className={classes.note}>{t(state === 'rest' ? 'aloneRest' : 'alone')}</Muted>}
          {canCheckIn && today.squad === null && (
            <ButtonLink to="/check-in" leftSection={<Icon name="camera" size={20} />}>
              {t('checkIn')}
            </ButtonLink>
          )}
        </Stack>
        <Stack gap={5} content="start" fits className={classes.rail}>
          {today.squad !== null && (
            <SquadCard squad={today.squad} userId={user.id} now={now} room={squadRoom} canCheckIn={canCheckIn} />
          )}
          <StreakCard days={days} today={today.date} team={team} />
          {today.chain !== null && <DistanceCard chain={today.chain} />}
        </Stack>
        {since !== null && (
          <div className={classes.history}>
            <History today={today.date} since={since} team={team} />
          </div>
        )}
      </div>
    </div>
  );
}

/** Without a window there is no line. */
function NoLine({ state }: { state: Today['state'] }) {
  const t = useTranslations('chain');
  const isPaused = state === 'paused';
  return (
    <Notice
      icon="chain"
      title={t(isPaused ? 'closedTitle' : 'emptyTitle')}
      text={t(isPaused ? 'closedText' : 'emptyText')}
    >
      <ButtonLink to="/window">{t(isPaused ? 'openAgain' : 'setUp')}</ButtonLink>
    </Notice>
  );
}
