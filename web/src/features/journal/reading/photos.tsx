import type { components } from '@meadow/client';
import { Suspense, useState } from 'react';
import { useTranslations } from 'use-intl';
import { lazyPart } from '../../../shared/ui/lazy-part.ts';
import classes from './photos.module.css';

const PhotoViewer = lazyPart(async () => (await import('./photo-viewer.tsx')).PhotoViewer);

type Photo = components['schemas']['Photo'];

/** The photos of an entry, in the order of its author. Their colour and size are known before they load, so nothing moves. */
export function Photos({ photos }: { photos: readonly Photo[] }) {
  const t = useTranslations('journal');
  const [open, setOpen] = useState<number | null>(null);
  if (photos.length === 0) return null;
  return (
    <>
      <ul className={classes.photos} data-count={Math.min(photos.length, 3)} aria-label={t('photos')}>
        {photos.map(({ id, color, sizes: { medium, large } }, index) => (
          <li key={id}>
            <button
              type="button"
              className={classes.button}
              aria-label={t('photoOpen', { position: index + 1, count: photos.length })}
              onClick={() => setOpen(index)}
            >
              <img
                className={classes.photo}
                style={{ backgroundColor: color }}
                src={medium.url}
                srcSet={`${medium.url} ${medium.width}w, ${large.url} ${large.width}w`}
                sizes="(min-width: 640px) 608px, 100vw"
                width={medium.width}
                height={medium.height}
                alt=""
                loading="lazy"
              />
            </button>
          </li>
        ))}
      </ul>
      <Suspense>{open !== null && <PhotoViewer photos={photos} start={open} onClose={() => setOpen(null)} />}</Suspense>
    </>
  );
}
