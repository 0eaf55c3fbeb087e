import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { Icon } from '../../../shared/icons/icon.tsx';
import { Dialog } from '../../../shared/ui/dialog.tsx';
import { Stack } from '../../../shared/ui/stack.tsx';
import { Muted } from '../../../shared/ui/text.tsx';
import { useEntryActions } from '../api/entry-actions.ts';
import { notebooksQuery } from '../api/queries.ts';
import type { Entry } from '../entry.ts';
import { AudiencePreview } from '../sharing/audience-preview.tsx';
import { sharingOfEntry } from '../sharing/sharing.rules.ts';
import { SharingFields } from '../sharing/sharing-fields.tsx';
import classes from './sharing-dialog.module.css';
import { useShare } from './use-share.ts';

/** Who can see an own entry: the choice, what follows from it, and the link for those who can. */
export function SharingDialog({ entry, onClose }: { entry: Entry; onClose: () => void }) {
  const t = useTranslations('journal');
  const { setReaders } = useEntryActions(entry);
  const { share, message } = useShare();
  const { data: notebooks = [] } = useQuery(notebooksQuery);
  const [began] = useState(() => sharingOfEntry(entry));
  const [sharing, setSharing] = useState(began);
  const notebook = notebooks.find(({ id }) => id === entry.notebook_id);
  const isChanged = JSON.stringify(sharing) !== JSON.stringify(began);

  async function save(): Promise<void> {
    await setReaders(sharing);
    onClose();
  }

  return (
    <Dialog title={t('whoSees')} onClose={onClose}>
      <Stack gap={4}>
        <SharingFields
          sharing={sharing}
          inherited={notebook === undefined ? null : t('likeNotebook', { name: notebook.name })}
          isInSheet
          onChange={setSharing}
        />
        <AudiencePreview sharing={sharing} notebookId={entry.notebook_id} />
        {isChanged ? (
          <Button fullWidth onClick={() => void save()}>
            {t('save')}
          </Button>
        ) : (
          <Button
            fullWidth
            variant="outline"
            leftSection={<Icon name="link" size={20} />}
            onClick={() => void share(entry)}
          >
            {t('copyLink')}
          </Button>
        )}
        <Muted className={classes.help} role="status">
          {message || (isChanged ? '' : t('linkHelp'))}
        </Muted>
      </Stack>
    </Dialog>
  );
}
