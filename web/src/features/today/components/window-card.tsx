import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { hasPlace } from '../../../app/places.ts';
import { useFormatter } from '../../../shared/days/use-formatter.ts';
import { Icon } from '../../../shared/icons/icon.tsx';
import { Row } from '../../../shared/ui/row.tsx';
import { Stack } from '../../../shared/ui/stack.tsx';
import { Text } from '../../../shared/ui/text.tsx';
import type { Today } from '../api/queries.ts';
import { petalsAt, stateAt } from '../window.rules.ts';
import { type OwnWindow, useActivityName } from './activity.ts';
import { Relay, type Self } from './relay.tsx';
import { RingMiddle } from './ring-middle.tsx';
import classes from './window-card.module.css';
import { WindowRing } from './window-ring.tsx';
import { WindowSetup } from './window-setup.tsx';

export type WindowCardProps = { today: Today; self: Self; ownWindow: OwnWindow | null; now: Date };

/** The window of the day: how much is left, who is before and after, and what follows. */
export function WindowCard({ today, self, ownWindow, now }: WindowCardProps) {
  const t = useTranslations('today');
  const nameOf = useActivityName();
  const [isSettingUp, setIsSettingUp] = useState(false);
  const state = stateAt(today, now);
  const isFirst = state === 'not_set_up';
  const hasNeighbour = today.chain?.before != null || today.chain?.after != null;
  const team = today.chain?.team_color ?? today.squad?.team_color ?? 'red';
  return (
    <section className={classes.card} data-surface="night" data-team={team} aria-label={t('window')}>
      <div className={classes.columns}>
        <WindowRing petals={petalsAt(state, today.window, now)}>
          {ownWindow !== null && !isFirst && state !== 'checked_in' && (
            <Row as="p" gap="icon">
              <Icon name={nameOf.icon(ownWindow)} size={16} />
              {nameOf.word(ownWindow)}
            </Row>
          )}
          <RingMiddle state={state} window={today.window} now={now} />
        </WindowRing>
        <Stack gap={4} content="center" fits>
          {hasNeighbour && today.chain !== null && !isSettingUp && (
            <Relay chain={today.chain} self={self} state={state} />
          )}
          <div>
            <Text as="h2" size="lg" weight={600}>
              {t(TITLES[state])}
            </Text>
            <Sentence state={state} today={today} />
          </div>
          {!hasPlace('checkIn') ? null : isFirst || isSettingUp ? (
            <WindowSetup initial={ownWindow} onDone={() => setIsSettingUp(false)} />
          ) : (
            <Button
              variant={state === 'paused' ? 'outline' : 'subtle'}
              className={classes.change}
              onClick={() => setIsSettingUp(true)}
            >
              {t(state === 'paused' ? 'openAgain' : 'changeWindow')}
            </Button>
          )}
        </Stack>
      </div>
    </section>
  );
}

const TITLES = {
  not_set_up: 'titleNotSetUp',
  paused: 'titlePaused',
  rest: 'titleRest',
  before: 'titleBefore',
  open: 'titleOpen',
  late: 'titleLate',
  checked_in: 'titleCheckedIn',
  rejected: 'titleRejected',
} as const satisfies Record<Today['state'], string>;

/** What follows from the state. A window that was missed says when the next one is. */
function Sentence({ state, today: { window, checkin, chain } }: { state: Today['state']; today: Today }) {
  const t = useTranslations('today');
  const format = useFormatter();
  const time = (instant: string) => format.dateTime(new Date(instant), { hour: 'numeric', minute: '2-digit' });
  const weekday = (instant: string) => format.dateTime(new Date(instant), { weekday: 'long' });
  const next = window?.next ? t('nextAt', { time: time(window.next.opens_at) }) : '';
  const text = () => {
    switch (state) {
      case 'not_set_up':
        return t('textNotSetUp');
      case 'paused':
        return t('textPaused');
      case 'rest':
        return window?.next ? t('textRest', { day: weekday(window.next.opens_at) }) : '';
      case 'before':
        return chain?.before ? t('textBefore', { name: chain.before.full_name }) : t('textBeforeAlone');
      case 'open':
        return window === null ? '' : t('textOpen', { time: time(window.closes_at) });
      case 'late':
        return next;
      case 'checked_in':
        return checkin === null
          ? ''
          : t('textCheckedIn', {
              time: time(checkin.photo_timestamp),
              chips: hasPlace('battle') ? checkin.battle_chips_earned : 0,
            });
      case 'rejected':
        return `${t('textRejected', { reason: checkin?.rejection_reason ?? '' })} ${next}`;
    }
  };
  return (
    <Text above={1} tone="quiet" breaks>
      {text()}
    </Text>
  );
}
