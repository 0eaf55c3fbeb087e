import { ActionIcon, Button } from '@mantine/core';
import type { components } from '@meadow/client';
import { useSuspenseInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { useFormatter } from '../../../shared/days/use-formatter.ts';
import { Icon } from '../../../shared/icons/icon.tsx';
import { Problem } from '../../../shared/problem/problem.tsx';
import { Confirm } from '../../../shared/ui/confirm.tsx';
import { ButtonLink } from '../../../shared/ui/links.tsx';
import { List } from '../../../shared/ui/list.tsx';
import { Notice } from '../../../shared/ui/notice.tsx';
import { Cluster } from '../../../shared/ui/row.tsx';
import { Sign } from '../../../shared/ui/sign.tsx';
import { Muted, Title } from '../../../shared/ui/text.tsx';
import { usePurge, useRestore } from '../api/notebook-actions.ts';
import { trashQuery } from '../api/queries.ts';
import { PaneHeader } from '../components/pane-header.tsx';
import { ListEnd } from '../timeline/list-end.tsx';
import classes from './list-screen.module.css';

type Item = components['schemas']['TrashItem'];

/** Deleted entries and notebooks, until they are deleted for good. */
export function TrashScreen() {
  const t = useTranslations('journal');
  const { data: items, hasNextPage, fetchNextPage, isFetchingNextPage } = useSuspenseInfiniteQuery(trashQuery);
  const restore = useRestore();
  const purge = usePurge();
  const restored = restore.isSuccess ? restore.variables : undefined;
  const [purging, setPurging] = useState<Item | null>(null);

  function close(): void {
    purge.reset();
    setPurging(null);
  }

  return (
    <div className={classes.screen}>
      <PaneHeader title={t('trash')} text={t('trashText')} />
      <Problem error={restore.error} />
      <div role="status">{restored !== undefined && <Restored item={restored} />}</div>
      {items.length === 0 && (
        <Notice icon="trash" title={t('trashEmpty')} text={t('trashEmptyText')}>
          <ButtonLink variant="outline" to="/journal">
            {t('back')}
          </ButtonLink>
        </Notice>
      )}
      <List>
        {items.map((item) => (
          <TrashRow
            key={item.id}
            item={item}
            isBusy={restore.isPending && restore.variables.id === item.id}
            onRestore={() => restore.mutate(item)}
            onPurge={() => setPurging(item)}
          />
        ))}
      </List>
      {hasNextPage && <ListEnd hasMore isLoading={isFetchingNextPage} onMore={() => void fetchNextPage()} />}
      <Confirm
        isOpen={purging !== null}
        title={t('purgeTitle', { title: purging?.title ?? '' })}
        text={t(purging?.kind === 'notebook' ? 'purgeNotebookText' : 'purgeText')}
        action={t('purge')}
        isPending={purge.isPending}
        error={purge.error}
        onClose={close}
        onConfirm={() => purging !== null && purge.mutate(purging.id, { onSuccess: close })}
      />
    </div>
  );
}

/** What came back, and the way to it. */
function Restored({ item: { id, kind, title } }: { item: Pick<Item, 'id' | 'kind' | 'title'> }) {
  const t = useTranslations('journal');
  return (
    <Cluster as="p" gap={3} rows={0} align="center" className={classes.done}>
      <span dir="auto">{t('restored', { title })}</span>
      {kind === 'entry' ? (
        <Link to="/journal/$entryId" params={{ entryId: id }}>
          {t('openRestored')}
        </Link>
      ) : (
        <Link to="/journal" search={{ notebook: id }}>
          {t('openRestored')}
        </Link>
      )}
    </Cluster>
  );
}

type TrashRowProps = { item: Item; isBusy: boolean; onRestore: () => void; onPurge: () => void };

function TrashRow({ item: { kind, title, purge_at }, isBusy, onRestore, onPurge }: TrashRowProps) {
  const t = useTranslations('journal');
  const format = useFormatter();
  return (
    <Cluster as="li" gap={3} rows={2} align="center" className={classes.row} data-has-icon>
      <Sign size={40} className={classes.icon}>
        <Icon name={kind === 'entry' ? 'journal' : 'notebook'} />
      </Sign>
      <div className={classes.text}>
        <Title as="p" level="lg" dir="auto">
          {title}
        </Title>
        <Muted breaks>
          {t('purgeAt', { day: format.dateTime(new Date(purge_at), { day: 'numeric', month: 'long' }) })}
        </Muted>
      </div>
      <Cluster gap={1} className={classes.actions}>
        <Button variant="outline" loading={isBusy} aria-label={t('restoreNamed', { title })} onClick={onRestore}>
          {t('restore')}
        </Button>
        <ActionIcon aria-label={t('purgeNamed', { title })} onClick={onPurge}>
          <Icon name="trash" size={20} />
        </ActionIcon>
      </Cluster>
    </Cluster>
  );
}
