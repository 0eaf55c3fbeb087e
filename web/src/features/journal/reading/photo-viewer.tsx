import type { components } from '@meadow/client';
import { useEffect, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import { Icon } from '../../../shared/icons/icon.tsx';
import { keyOf } from '../../../shared/ui/key.ts';
import { Row } from '../../../shared/ui/row.tsx';
import classes from './photo-viewer.module.css';

type Photo = components['schemas']['Photo'];

/** Shows one photo on the whole screen. Arrow keys and swipes lead to the others, Escape back. */
export function PhotoViewer({
  photos,
  start,
  onClose,
}: {
  photos: readonly Photo[];
  start: number;
  onClose: () => void;
}) {
  const t = useTranslations('journal');
  const dialog = useRef<HTMLDialogElement>(null);
  const [index, setIndex] = useState(start);
  const touch = useRef<number | null>(null);
  const photo = photos[index];
  const go = (step: number) => setIndex((known) => Math.min(Math.max(known + step, 0), photos.length - 1));

  // A dialog of the browser keeps the focus inside, and gives it back.
  useEffect(() => dialog.current?.showModal(), []);

  if (photo === undefined) return null;
  const { medium, large } = photo.sizes;
  return (
    <dialog
      ref={dialog}
      className={classes.viewer}
      aria-label={t('photoOf', { position: index + 1, count: photos.length })}
      onClose={onClose}
      onKeyDown={(event) => {
        const key = keyOf(event);
        if (key === 'ArrowLeft') go(-1);
        if (key === 'ArrowRight') go(1);
        if (key === 'Home') setIndex(0);
        if (key === 'End') setIndex(photos.length - 1);
      }}
      onPointerDown={(event) => {
        touch.current = event.clientX;
      }}
      onPointerUp={(event) => {
        const moved = touch.current === null ? 0 : event.clientX - touch.current;
        touch.current = null;
        if (Math.abs(moved) > SWIPE_PIXELS) go(moved > 0 ? -1 : 1);
      }}
    >
      <img
        key={photo.id}
        className={classes.photo}
        style={{ backgroundColor: photo.color }}
        src={large.url}
        srcSet={`${medium.url} ${medium.width}w, ${large.url} ${large.width}w`}
        sizes="100vw"
        width={large.width}
        height={large.height}
        alt={t('photoOf', { position: index + 1, count: photos.length })}
        draggable={false}
      />
      <button type="button" className={classes.close} aria-label={t('close')} onClick={() => dialog.current?.close()}>
        <Icon name="close" />
      </button>
      {photos.length > 1 && (
        <Row gap={3} justify="center" className={classes.bar}>
          <button
            type="button"
            className={classes.step}
            disabled={index === 0}
            aria-label={t('photoBefore')}
            onClick={() => go(-1)}
          >
            <Icon name="chevron-left" />
          </button>
          <p role="status">{t('photoOf', { position: index + 1, count: photos.length })}</p>
          <button
            type="button"
            className={classes.step}
            disabled={index === photos.length - 1}
            aria-label={t('photoAfter')}
            onClick={() => go(1)}
          >
            <Icon name="chevron-right" />
          </button>
        </Row>
      )}
    </dialog>
  );
}

const SWIPE_PIXELS = 56;
