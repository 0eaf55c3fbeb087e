import { Button } from '@mantine/core';
import type { components } from '@meadow/client';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { Icon } from '../../../shared/icons/icon.tsx';
import { Confirm } from '../../../shared/ui/confirm.tsx';
import { Stack } from '../../../shared/ui/stack.tsx';
import { useRemoveNotebook, useRestore } from '../api/notebook-actions.ts';
import { offerUndo } from '../components/undo.ts';

type Notebook = components['schemas']['Notebook'];

/** Deletes a notebook, and says before what happens to its entries. */
export function DeleteNotebook({ notebook: { id, name, entry_count: count } }: { notebook: Notebook }) {
  const t = useTranslations('journal');
  const navigate = useNavigate();
  const remove = useRemoveNotebook(id);
  const restore = useRestore();
  const [isAsking, setIsAsking] = useState(false);

  async function confirm(): Promise<void> {
    try {
      await remove.mutateAsync();
    } catch {
      return;
    }
    await navigate({ to: '/notebooks' });
    offerUndo({
      message: t('deleted', { title: name }),
      undo: async () => void (await restore.mutateAsync({ id, kind: 'notebook', title: name })),
    });
  }

  return (
    <Stack as="section" gap={3} items="start" ruled={5} above={7} tone="quiet" aria-label={t('notebookDelete')}>
      <p>{t('notebookDeleteText', { count })}</p>
      <Button variant="outline" leftSection={<Icon name="trash" size={20} />} onClick={() => setIsAsking(true)}>
        {t('notebookDelete')}
      </Button>
      <Confirm
        isOpen={isAsking}
        title={t('notebookDeleteTitle', { name })}
        text={t('notebookDeleteText', { count })}
        action={t('notebookDelete')}
        isPending={remove.isPending}
        error={remove.error}
        onClose={() => setIsAsking(false)}
        onConfirm={() => void confirm()}
      />
    </Stack>
  );
}
