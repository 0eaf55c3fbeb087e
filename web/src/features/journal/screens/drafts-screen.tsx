import { ActionIcon } from '@mantine/core';
import { useCallback, useState } from 'react';
import { useTranslations } from 'use-intl';
import type { Draft } from '../../../app/local/database.ts';
import { useLive } from '../../../app/local/use-live.ts';
import { useFormatter } from '../../../shared/days/use-formatter.ts';
import { Icon } from '../../../shared/icons/icon.tsx';
import { toWriting } from '../../../shared/mention/mention.rules.ts';
import { Confirm } from '../../../shared/ui/confirm.tsx';
import { ButtonLink } from '../../../shared/ui/links.tsx';
import { List } from '../../../shared/ui/list.tsx';
import { Notice } from '../../../shared/ui/notice.tsx';
import { Cluster } from '../../../shared/ui/row.tsx';
import { Muted, Title } from '../../../shared/ui/text.tsx';
import { PaneHeader } from '../components/pane-header.tsx';
import { discardDraft, isEmpty, listDrafts, recordOf } from '../editor/draft.ts';
import { usePerson } from '../person.tsx';
import classes from './list-screen.module.css';

/** The texts that were begun on this device and not finished. */
export function DraftsScreen() {
  const t = useTranslations('journal');
  const { userId } = usePerson();
  const drafts = useLive(useCallback(() => listDrafts(userId), [userId]));
  const [discarding, setDiscarding] = useState<Draft | null>(null);
  const shown = drafts?.filter(({ fields }) => !isEmpty(fields));
  return (
    <div className={classes.screen}>
      <PaneHeader title={t('drafts')} text={t('draftsText')} />
      {shown?.length === 0 && (
        <Notice icon="pencil" title={t('draftsEmpty')} text={t('draftsEmptyText')}>
          <ButtonLink to="/journal/new">{t('writeToday')}</ButtonLink>
        </Notice>
      )}
      <List>
        {shown?.map((draft) => (
          <DraftRow key={draft.entryId} draft={draft} onDiscard={() => setDiscarding(draft)} />
        ))}
      </List>
      <Confirm
        isOpen={discarding !== null}
        title={t('draftDiscardTitle')}
        text={t('draftDiscardText')}
        action={t('draftDiscard')}
        onClose={() => setDiscarding(null)}
        onConfirm={() => {
          if (discarding !== null) void discardDraft(userId, discarding.entryId);
          setDiscarding(null);
        }}
      />
    </div>
  );
}

function DraftRow({ draft, onDiscard }: { draft: Draft; onDiscard: () => void }) {
  const t = useTranslations('journal');
  const format = useFormatter();
  const { entryId, version, fields, changedAt } = draft;
  const start = toWriting(fields.content.slice(0, 300)).text.trim();
  const title = fields.title.trim() || start.slice(0, 60) || t('untitled');
  const to =
    version === null
      ? ({ to: '/journal/new', search: { draft: entryId } } as const)
      : ({
          to: '/journal/$entryId/edit',
          params: { entryId: recordOf(draft) },
          search: draft.recordId === undefined ? {} : { draft: entryId },
        } as const);
  return (
    <Cluster as="li" gap={3} rows={2} align="center" className={classes.row}>
      <div className={classes.text}>
        <Title as="p" level="lg" dir="auto">
          {title}
        </Title>
        <Muted breaks>
          {t(version === null ? 'draftOfNew' : 'draftOfChange', {
            when: format.dateTime(new Date(changedAt), {
              day: 'numeric',
              month: 'long',
              hour: 'numeric',
              minute: 'numeric',
            }),
          })}
        </Muted>
      </div>
      <Cluster gap={1} className={classes.actions}>
        <ButtonLink variant="outline" {...to} aria-label={t('draftContinueNamed', { title })}>
          {t('draftContinue')}
        </ButtonLink>
        <ActionIcon aria-label={t('draftDiscardNamed', { title })} onClick={onDiscard}>
          <Icon name="trash" size={20} />
        </ActionIcon>
      </Cluster>
    </Cluster>
  );
}
