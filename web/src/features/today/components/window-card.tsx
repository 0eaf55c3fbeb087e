import { useTranslations } from 'use-intl';
import { useFormatter } from '../../../shared/days/use-formatter.ts';
import { Icon } from '../../../shared/icons/icon.tsx';
import { Row } from '../../../shared/ui/row.tsx';
import { Stack } from '../../../shared/ui/stack.tsx';
import { Text } from '../../../shared/ui/text.tsx';
import { type OwnWindow, useActivityName } from '../../../shared/workout/activity.ts';
import { useNextWindow } from '../../../shared/workout/use-next-window.ts';
import { petalsAt, stateAt, teamOf } from '../../../shared/workout/window.rules.ts';
import { WindowRing } from '../../../shared/workout/window-ring.tsx';
import type { Today } from '../api/queries.ts';
import { Relay, type Self } from './relay.tsx';
import { RingMiddle } from './ring-middle.tsx';
import { WindowActions } from './window-actions.tsx';
import classes from './window-card.module.css';
import { Worth } from './worth.tsx';

export type WindowCardProps = { today: Today; self: Self; ownWindow: OwnWindow | null; now: Date };

/** The window of the day: how much is left, who is before and after, and what follows. */
export function WindowCard({ today, self, ownWindow, now }: WindowCardProps) {
  const t = useTranslations('today');
  const nameOf = useActivityName();
  const state = stateAt(today, now);
  const hasNeighbour = today.chain?.before != null || today.chain?.after != null;
  return (
    <section className={classes.card} data-surface="night" data-team={teamOf(today)} aria-label={t('window')}>
      <div className={classes.columns}>
        <WindowRing petals={petalsAt(state, today.window, now)}>
          {ownWindow !== null && state !== 'not_set_up' && state !== 'checked_in' && (
            <Row as="p" gap="icon">
              <Icon name={nameOf.icon(ownWindow)} size={16} />
              {nameOf.word(ownWindow)}
            </Row>
          )}
          <RingMiddle state={state} window={today.window} now={now} />
        </WindowRing>
        <Stack gap={4} content="center" fits>
          {hasNeighbour && today.chain !== null && <Relay chain={today.chain} self={self} state={state} />}
          <div>
            <Text as="h2" size="lg" weight={600}>
              {t(TITLES[state])}
            </Text>
            <Sentence state={state} today={today} now={now} />
          </div>
          <WindowActions state={state} checkIn={today.checkin} />
          {state === 'open' && <Worth chain={today.chain} />}
        </Stack>
      </div>
    </section>
  );
}

const TITLES = {
  not_set_up: 'titleNotSetUp',
  paused: 'titlePaused',
  before: 'titleBefore',
  open: 'titleOpen',
  late: 'titleLate',
  checked_in: 'titleCheckedIn',
  rejected: 'titleRejected',
  rest: 'titleRest',
} as const satisfies Record<Today['state'], string>;

/** What follows from the state. A window that was missed says when the next one is. */
function Sentence({
  state,
  today: { window, checkin, chain },
  now,
}: {
  state: Today['state'];
  today: Today;
  now: Date;
}) {
  const t = useTranslations('today');
  const format = useFormatter();
  const time = (instant: string) => format.dateTime(new Date(instant), { hour: 'numeric', minute: '2-digit' });
  const nextWindow = useNextWindow();
  const next = window?.next ? t('nextAt', { next: nextWindow(window.next.opens_at, now) }) : '';
  const text = () => {
    switch (state) {
      case 'not_set_up':
        return t('textNotSetUp');
      case 'paused':
        return t('textPaused');
      case 'before':
        return chain?.before ? t('textBefore', { name: chain.before.full_name }) : t('textBeforeAlone');
      case 'open':
        return window === null ? '' : t('textOpen', { time: time(window.closes_at) });
      case 'late':
        return next;
      case 'rest':
        return `${t('textRest')} ${next}`;
      case 'checked_in':
        return checkin === null
          ? ''
          : t('textCheckedIn', {
              time: time(checkin.photo_timestamp),
              chips: checkin.battle_chips_earned,
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
