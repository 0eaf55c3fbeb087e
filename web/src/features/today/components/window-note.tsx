import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { useFormatter } from '../../../shared/days/use-formatter.ts';
import { Box } from '../../../shared/ui/box.tsx';
import { Confirm } from '../../../shared/ui/confirm.tsx';
import { Text } from '../../../shared/ui/text.tsx';
import { useActivityName } from '../../../shared/workout/activity.ts';
import { stateAt } from '../../../shared/workout/window.rules.ts';
import type { Today } from '../api/queries.ts';
import { useEndWindow } from '../api/window.ts';
import { Relay } from './relay.tsx';
import card from './window-card.module.css';
import type { WindowCardProps } from './window-card.tsx';
import classes from './window-note.module.css';

type WindowNoteProps = WindowCardProps & { window: NonNullable<Today['window']> };

/** A window that was set up by a program, where this client has no screen to check in: when it is, who is beside, and the way out. */
export function WindowNote({ today, window, self, ownWindow, now }: WindowNoteProps) {
  const t = useTranslations('today');
  const format = useFormatter();
  const nameOf = useActivityName();
  const [isAsking, setIsAsking] = useState(false);
  const end = useEndWindow();
  const timeOf = (instant: string) => format.dateTime(new Date(instant), { hour: 'numeric', minute: '2-digit' });
  const hours = `${timeOf(window.opens_at)} – ${timeOf(window.closes_at)}`;
  const hasNeighbour = today.chain?.before != null || today.chain?.after != null;
  const team = today.chain?.team_color ?? today.squad?.team_color ?? 'red';
  return (
    <section className={card.card} data-surface="night" data-team={team} aria-label={t('window')}>
      <Text as="h2" size="lg" weight={600}>
        {t('windowFrom', { hours })}
      </Text>
      <Text above={1} tone="quiet" breaks>
        {today.state === 'rejected' && `${t('titleRejected')}. ${today.checkin?.rejection_reason ?? ''} `}
        {ownWindow === null ? t('windowByProgram') : `${nameOf.word(ownWindow)}. ${t('windowByProgram')}`}
      </Text>
      {hasNeighbour && today.chain !== null && (
        <Box above={5}>
          <Relay chain={today.chain} self={self} state={stateAt(today, now)} />
        </Box>
      )}
      <Button variant="subtle" className={classes.end} onClick={() => setIsAsking(true)}>
        {t('endWindow')}
      </Button>
      <Confirm
        isOpen={isAsking}
        title={t('endWindowTitle')}
        text={t('endWindowText')}
        action={t('endWindow')}
        isPending={end.isPending}
        error={end.error}
        onConfirm={() => end.mutate(undefined, { onSuccess: () => setIsAsking(false) })}
        onClose={() => setIsAsking(false)}
      />
    </section>
  );
}
