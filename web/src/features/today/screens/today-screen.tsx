import { useSuspenseQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useNow, useTranslations } from 'use-intl';
import { hasPlace } from '../../../app/places.ts';
import { useFormatter } from '../../../shared/days/use-formatter.ts';
import { shifted } from '../../../shared/days/zone-clock.rules.ts';
import { deviceZone, useZoneClock, useZoneName } from '../../../shared/days/zone-clock.ts';
import { Icon } from '../../../shared/icons/icon.tsx';
import { Row } from '../../../shared/ui/row.tsx';
import { ScreenHeader } from '../../../shared/ui/screen-header.tsx';
import { Stack } from '../../../shared/ui/stack.tsx';
import { TravelNote } from '../../../shared/ui/travel-note.tsx';
import { type Today, todayQuery } from '../api/queries.ts';
import type { OwnWindow } from '../components/activity.ts';
import { AssistantDrop } from '../components/assistant-drop.tsx';
import { Lately, Memories } from '../components/memories.tsx';
import { Squad } from '../components/squad.tsx';
import { WindowCard, type WindowCardProps } from '../components/window-card.tsx';
import { WindowNote } from '../components/window-note.tsx';
import { WriteField } from '../components/write-field.tsx';
import { partOfDay } from '../window.rules.ts';
import classes from './today-screen.module.css';

const TICK_MS = 15_000;

export type TodayScreenProps = {
  user: { id: string; full_name: string; avatar_url: string | null };
  ownWindow: OwnWindow | null;
  /** The parts of other features, given what the request for Today brought. */
  goals: (today: Today) => ReactNode;
  wellbeing: (today: Today) => ReactNode;
  /** What all do together: the cards of the field. */
  field: (today: Today) => ReactNode;
  onWrite: (text: string) => Promise<void>;
};

/** The first screen: the window of the day, a line to write, and what is due. */
export function TodayScreen({ user, ownWindow, goals, wellbeing, field, onWrite }: TodayScreenProps) {
  const { data: today } = useSuspenseQuery(todayQuery);
  const now = useNow({ updateInterval: TICK_MS });
  const isFirst = today.newest_entries.length === 0;
  return (
    <div className={classes.screen}>
      <Greeting now={now} name={user.full_name} />
      <TravelNote />
      <Stack gap={6} content="start" fits className={classes.columns}>
        <Stack gap={5} content="start" fits>
          {isFirst && <WriteField isFirst onWrite={onWrite} />}
          <Window today={today} self={user} ownWindow={ownWindow} now={now} />
          {!isFirst && <WriteField isFirst={false} onWrite={onWrite} />}
          <Stack gap={6} content="start" fits className={classes.pair}>
            {wellbeing(today)}
            {today.squad === null ? (
              <Lately entries={today.newest_entries} isCard />
            ) : (
              <Squad squad={today.squad} userId={user.id} />
            )}
          </Stack>
          <Stack gap={5} content="start" fits className={classes.pair}>
            {field(today)}
          </Stack>
        </Stack>
        <Stack gap={6} content="start" fits className={classes.rail}>
          {goals(today)}
          {today.assistant_drop !== null && <AssistantDrop drop={today.assistant_drop} />}
          <Memories memories={today.memories} />
          {today.squad !== null && <Lately entries={today.newest_entries} isCard={false} />}
          {hasPlace('encouragement') && <Balance dropsToSend={today.drops_to_send} unread={today.unread_drops} />}
        </Stack>
      </Stack>
    </div>
  );
}

/** The window of the day. Where there is no screen to check in, what there is to know of it: it asks for nothing. */
function Window(props: WindowCardProps) {
  const { state, window } = props.today;
  if (hasPlace('checkIn') || state === 'checked_in') return <WindowCard {...props} />;
  return window === null ? null : <WindowNote {...props} window={window} />;
}

/** The day in the user's zone, named where it is not that of the device. */
function Greeting({ now, name }: { now: Date; name: string }) {
  const t = useTranslations('today');
  const format = useFormatter();
  const clock = useZoneClock();
  const zone = useZoneName();
  const place = zone === deviceZone() ? undefined : zone.split('/').at(-1)?.replaceAll('_', ' ');
  const hour = shifted(now, clock).getUTCHours();
  const moment = format.dateTime(now, { day: 'numeric', month: 'long', hour: 'numeric', minute: '2-digit' });
  return (
    <div className={classes.greeting}>
      <ScreenHeader
        pageTitle={t('title')}
        title={format.dateTime(now, { weekday: 'long' })}
        text={`${place === undefined ? moment : t('momentIn', { moment, place })} · ${t(partOfDay(hour), { name: firstOf(name) })}`}
      />
    </div>
  );
}

const firstOf = (name: string) => name.trim().split(/\s+/)[0] ?? name;

function Balance({ dropsToSend, unread }: { dropsToSend: number; unread: number }) {
  const t = useTranslations('today');
  return (
    <Row as="p" gap={3} ruled={4} tone="quiet" size="sm">
      <Icon name="drop" size={20} />
      <span>
        {t('drops', { count: dropsToSend })}
        {unread > 0 && ` ${t('dropsUnread', { count: unread })}`}
      </span>
    </Row>
  );
}
