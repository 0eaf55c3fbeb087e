import { Button } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useCallback } from 'react';
import { useTranslations } from 'use-intl';
import { localDatabase } from '../../../app/local/database.ts';
import { useLive } from '../../../app/local/use-live.ts';
import type { OutboxItem } from '../../../app/outbox/outbox.rules.ts';
import { useOutbox } from '../../../app/outbox/outbox-provider.tsx';
import { Icon } from '../../../shared/icons/icon.tsx';
import { Box } from '../../../shared/ui/box.tsx';
import { ButtonLink } from '../../../shared/ui/links.tsx';
import { Cluster } from '../../../shared/ui/row.tsx';
import { Sign } from '../../../shared/ui/sign.tsx';
import { Muted, Text } from '../../../shared/ui/text.tsx';
import { draftOfItem, keepDraft } from '../editor/draft.ts';
import { usePerson } from '../person.tsx';
import { photosSent, stateOf, titleOf } from './pending.rules.ts';
import classes from './pending-list.module.css';

/** The entries that are not at the server yet, above the others, each with its state. */
export function PendingList() {
  const t = useTranslations('journal');
  const { userId } = usePerson();
  const items = useLive(
    useCallback(
      () =>
        localDatabase(userId)
          .outbox.orderBy('queuedAt')
          .filter(({ path }) => path.startsWith('/api/journal'))
          .toArray(),
      [userId],
    ),
  );
  if (items === undefined || items.length === 0) return null;
  return (
    <Box as="section" surface="list" className={classes.pending} aria-label={t('pending')} aria-live="polite">
      <ul>
        {items.map((item) => (
          <PendingRow key={item.key} item={item} />
        ))}
      </ul>
    </Box>
  );
}

const STATES = {
  queued: { icon: 'clock', label: 'pendingQueued' },
  waiting: { icon: 'clock', label: 'pendingQueued' },
  sending: { icon: 'retry', label: 'pendingSending' },
  failed: { icon: 'alert', label: 'pendingFailed' },
  conflict: { icon: 'alert', label: 'pendingConflict' },
} as const;

function PendingRow({ item }: { item: OutboxItem }) {
  const t = useTranslations('journal');
  const state = stateOf(item);
  const { icon, label } = STATES[state];
  const photos = photosSent(item);
  return (
    <Cluster as="li" gap={3} className={classes.row}>
      <Sign size={40} data-state={state}>
        <Icon
          name={state === 'failed' || state === 'conflict' ? 'alert' : item.method === 'DELETE' ? 'trash' : 'journal'}
        />
      </Sign>
      <div className={classes.text}>
        <Text weight={600} breaks dir="auto">
          {titleOf(item) ?? t(item.method === 'DELETE' ? 'pendingDeletion' : 'pendingChange')}
        </Text>
        {photos.count > 0 && <Muted breaks>{t('pendingPhotos', photos)}</Muted>}
        {state === 'failed' && <Muted breaks>{t('pendingReason', { reason: item.reason ?? '' })}</Muted>}
        {state === 'conflict' && <Muted breaks>{t('pendingConflictText')}</Muted>}
        {(state === 'failed' || state === 'conflict') && <Decision item={item} />}
      </div>
      <span className={classes.state} data-state={state}>
        <Icon name={icon} size={16} />
        {t(label)}
      </span>
    </Cluster>
  );
}

/** What can be done about a write that the server refused. */
function Decision({ item }: { item: OutboxItem }) {
  const t = useTranslations('journal');
  const outbox = useOutbox();
  const navigate = useNavigate();
  const { userId } = usePerson();
  const isText = item.method !== 'DELETE';

  async function edit(): Promise<void> {
    const { entryId } = await keepDraft(userId, draftOfItem(item));
    await outbox.cancel(item.key);
    await navigate(
      item.method === 'POST'
        ? { to: '/journal/new', search: { draft: entryId } }
        : { to: '/journal/$entryId/edit', params: { entryId: item.record }, search: { draft: entryId } },
    );
  }

  return (
    <Cluster gap={2} above={3}>
      {item.state === 'conflict' ? (
        <ButtonLink to="/journal/$entryId/compare" params={{ entryId: item.record }}>
          {t('pendingCompare')}
        </ButtonLink>
      ) : (
        <Button onClick={() => void outbox.retry(item.key)}>{t('pendingRetry')}</Button>
      )}
      {isText && item.state === 'failed' && (
        <Button variant="outline" onClick={() => void edit()}>
          {t('edit')}
        </Button>
      )}
      {!isText && (
        <Button variant="subtle" onClick={() => void outbox.discard(item.key)}>
          {t('pendingLeave')}
        </Button>
      )}
    </Cluster>
  );
}
