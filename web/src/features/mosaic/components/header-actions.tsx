import { ActionIcon } from '@mantine/core';
import { Suspense, useState } from 'react';
import { useTranslations } from 'use-intl';
import { Icon } from '../../../shared/icons/icon.tsx';
import { lazyPart } from '../../../shared/ui/lazy-part.ts';
import type { Mosaic } from '../mosaic.ts';

const ShareDialog = lazyPart(async () => (await import('../share/share-dialog.tsx')).ShareDialog);

type HeaderActionsProps = { mosaic: Mosaic; isList: boolean; onList: (isList: boolean) => void };

/** The list in place of what the tiles mean, and the picture to share. */
export function HeaderActions({ mosaic, isList, onList }: HeaderActionsProps) {
  const t = useTranslations('mosaic');
  const [isSharing, setIsSharing] = useState(false);
  return (
    <>
      <ActionIcon aria-label={t('list')} aria-pressed={isList} onClick={() => onList(!isList)}>
        <Icon name={isList ? 'mosaic' : 'list'} />
      </ActionIcon>
      <ActionIcon aria-label={t('share')} onClick={() => setIsSharing(true)}>
        <Icon name="share" />
      </ActionIcon>
      {isSharing && (
        <Suspense>
          <ShareDialog mosaic={mosaic} onClose={() => setIsSharing(false)} />
        </Suspense>
      )}
    </>
  );
}
