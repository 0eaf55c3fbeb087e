import { VisuallyHidden } from '@mantine/core';
import { Suspense } from 'react';
import { useTranslations } from 'use-intl';
import type { DraftPhoto } from '../../../../app/local/database.ts';
import { Icon } from '../../../../shared/icons/icon.tsx';
import { lazyPart } from '../../../../shared/ui/lazy-part.ts';
import { Row } from '../../../../shared/ui/row.tsx';
import classes from './photo-strip.module.css';
import type { Photos } from './use-photos.ts';

const PhotoTile = lazyPart(async () => (await import('./photo-tile.tsx')).PhotoTile);

/** The photos of a draft in their order. Each is moved by dragging, by the arrow keys or by its menu. */
export function PhotoStrip({ photos, actions }: { photos: readonly DraftPhoto[]; actions: Photos }) {
  const t = useTranslations('journal');
  const { local, uploads, problem, spoken } = actions;
  return (
    <div className={classes.area}>
      <VisuallyHidden role="status">{spoken}</VisuallyHidden>
      <div role="alert">
        {problem !== null && (
          <Row as="p" gap={2} tone="warn" size="sm" weight={500}>
            <Icon name="alert" size={16} />
            {problem}
          </Row>
        )}
      </div>
      {photos.length > 0 && (
        <ul className={classes.strip} aria-label={t('photos')}>
          {photos.map((photo, index) => (
            <Suspense key={photo.id} fallback={<li className={classes.tile} />}>
              <PhotoTile
                photo={photo}
                local={local?.find(({ id }) => id === photo.id)}
                upload={uploads[photo.id]}
                position={index}
                count={photos.length}
                actions={actions}
              />
            </Suspense>
          ))}
        </ul>
      )}
    </div>
  );
}
