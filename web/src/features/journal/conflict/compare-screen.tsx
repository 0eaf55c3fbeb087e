import { Button } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useTranslations } from 'use-intl';
import type { OutboxItem } from '../../../app/outbox/outbox.rules.ts';
import { useOutbox } from '../../../app/outbox/outbox-provider.tsx';
import { Cluster } from '../../../shared/ui/row.tsx';
import { ScreenHeader } from '../../../shared/ui/screen-header.tsx';
import type { Entry } from '../entry.ts';
import classes from './compare-screen.module.css';
import { ComparedVersion } from './compared-version.tsx';
import { bothOf, mineOf, type Version } from './conflict.rules.ts';

type CompareScreenProps = {
  /** As the server has it. */
  entry: Entry;
  /** What waits on this device. */
  items: readonly OutboxItem[];
};

/** An entry that was changed here and elsewhere: both texts side by side, and the choice. */
export function CompareScreen({ entry, items }: CompareScreenProps) {
  const t = useTranslations('journal');
  const navigate = useNavigate();
  const outbox = useOutbox();
  const theirs = versionOf(entry);
  const mine = mineOf(theirs, items);

  async function keep(version: Version | null) {
    const { id: record, version: base } = entry;
    const path = `/api/journal/${record}`;
    await outbox.resolveConflict(record, version && { method: 'PATCH', path, body: version, version: base, record });
    await navigate({ to: '/journal/$entryId', params: { entryId: record } });
  }

  return (
    <div className={classes.screen}>
      <ScreenHeader title={t('compareTitle')} text={t('compareText')} />
      <div className={classes.versions}>
        <ComparedVersion heading={t('versionHere')} version={mine} other={theirs} changedAt={items.at(-1)?.queuedAt}>
          <Button onClick={() => keep(mine)}>{t('keepHere')}</Button>
        </ComparedVersion>
        <ComparedVersion
          heading={t('versionServer')}
          version={theirs}
          other={mine}
          changedAt={Date.parse(entry.updated_at)}
        >
          <Button variant="outline" onClick={() => keep(null)}>
            {t('keepServer')}
          </Button>
        </ComparedVersion>
      </div>
      <Cluster gap={3} align="center" justify="between" tone="quiet" className={classes.both}>
        <p>{t('keepBothText')}</p>
        <Button variant="outline" onClick={() => keep(bothOf(theirs, mine))}>
          {t('keepBoth')}
        </Button>
      </Cluster>
    </div>
  );
}

function versionOf({ title, content, mood, tags, photos }: Entry): Version {
  return { title, content: content ?? '', mood, tags, photo_ids: photos.map(({ id }) => id) };
}
