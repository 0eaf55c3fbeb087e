import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { useFormatter } from '../../shared/days/use-formatter.ts';
import { Icon } from '../../shared/icons/icon.tsx';
import type { IconName } from '../../shared/icons/icon-shapes.tsx';
import { ButtonLink } from '../../shared/ui/links.tsx';
import { Cluster } from '../../shared/ui/row.tsx';
import { Sign } from '../../shared/ui/sign.tsx';
import { Muted, Text } from '../../shared/ui/text.tsx';
import type { OutboxItem } from './outbox.rules.ts';
import { useOutbox } from './outbox-provider.tsx';
import { entryIdOf, isCheckIn, isMessage, type Waiting } from './waiting.rules.ts';
import classes from './waiting-list.module.css';

const STATES = {
  queued: { icon: 'clock', label: 'stateQueued' },
  sending: { icon: 'clock', label: 'stateSending' },
  failed: { icon: 'alert', label: 'stateFailed' },
  conflict: { icon: 'alert', label: 'stateConflict' },
} as const satisfies Record<OutboxItem['state'], { icon: IconName; label: string }>;

const ACTS = { POST: 'actCreate', PATCH: 'actChange', DELETE: 'actDelete' } as const;

/** A record that waits to be sent. */
export function WaitingItem({ waiting: { first, title } }: { waiting: Waiting }) {
  const t = useTranslations('app');
  const format = useFormatter();
  const { icon, label } = STATES[first.state];
  const entryId = entryIdOf(first);
  const name = title ?? t(isCheckIn(first) ? 'checkInRecord' : 'untitledRecord');
  return (
    <Cluster as="li" gap={3} align="start" className={classes.item}>
      <Sign data-state={first.state}>
        <Icon name={first.state === 'failed' || first.state === 'conflict' ? 'alert' : iconOf(first)} size={20} />
      </Sign>
      <div className={classes.words}>
        <Text weight={600} breaks dir="auto">
          {name}
        </Text>
        <Muted>
          {first.state === 'conflict'
            ? t('conflictReason')
            : (first.reason ??
              t(ACTS[first.method], {
                time: format.dateTime(first.queuedAt, { dateStyle: 'short', timeStyle: 'short' }),
              }))}
        </Muted>
        <Actions item={first} name={name} entryId={entryId} />
      </div>
      <span className={classes.state} data-state={first.state}>
        <Icon name={icon} size={16} />
        {t(label)}
      </span>
    </Cluster>
  );
}

function iconOf(item: OutboxItem): IconName {
  if (isCheckIn(item)) return 'camera';
  return isMessage(item) ? 'chat' : 'journal';
}

/** What the user can do with a write that is not sent again without them. To give it up takes a second press. */
function Actions({ item, name, entryId }: { item: OutboxItem; name: string; entryId: string | null }) {
  const t = useTranslations('app');
  const outbox = useOutbox();
  const [isAsking, setIsAsking] = useState(false);
  if (item.state === 'sending') return null;
  if (isAsking) {
    return (
      <Cluster gap={2} align="center" className={classes.actions}>
        <p className={classes.question}>{t('discardQuestion', { name })}</p>
        <Button variant="outline" onClick={() => outbox.discard(item.key)}>
          {t('discard')}
        </Button>
        <Button variant="subtle" autoFocus onClick={() => setIsAsking(false)}>
          {t('keep')}
        </Button>
      </Cluster>
    );
  }
  return (
    <Cluster gap={2} align="center" className={classes.actions}>
      {item.state === 'conflict' && entryId !== null && (
        <ButtonLink to="/journal/$entryId/compare" params={{ entryId }}>
          {t('compare')}
        </ButtonLink>
      )}
      {item.state === 'failed' && <Button onClick={() => outbox.retry(item.key)}>{t('retry')}</Button>}
      <Button variant="subtle" aria-label={t('discardNamed', { name })} onClick={() => setIsAsking(true)}>
        {t('discard')}
      </Button>
    </Cluster>
  );
}
