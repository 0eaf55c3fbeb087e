import { Menu } from '@mantine/core';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import type { DraftPhoto, LocalPhoto } from '../../../../app/local/database.ts';
import { Icon } from '../../../../shared/icons/icon.tsx';
import { keyOf } from '../../../../shared/ui/key.ts';
import { Meter } from '../../../../shared/ui/meter.tsx';
import { usePercent } from '../../use-percent.ts';
import classes from './photo-strip.module.css';
import { useObjectUrl } from './use-object-url.ts';
import type { Photos, UploadState } from './use-photos.ts';

type PhotoTileProps = {
  photo: DraftPhoto;
  local: LocalPhoto | undefined;
  upload: UploadState | undefined;
  position: number;
  count: number;
  actions: Photos;
};

const DRAGGED = 'application/x-meadow-photo';

export function PhotoTile({ photo, local, upload, position, count, actions }: PhotoTileProps) {
  const t = useTranslations('journal');
  const [isOver, setIsOver] = useState(false);
  const { move, remove, retry } = actions;
  const onKeyDown = (event: React.KeyboardEvent) => {
    const key = keyOf(event);
    if (key === 'ArrowLeft') move(photo.id, position - 1);
    else if (key === 'ArrowRight') move(photo.id, position + 1);
    else if (key === 'Delete' || key === 'Backspace') void remove(photo.id);
    else return;
    event.preventDefault();
  };
  return (
    <li
      className={classes.tile}
      data-over={isOver}
      draggable
      onDragStart={(event) => event.dataTransfer.setData(DRAGGED, photo.id)}
      onDragOver={(event) => {
        if (!event.dataTransfer.types.includes(DRAGGED)) return;
        event.preventDefault();
        setIsOver(true);
      }}
      onDragLeave={() => setIsOver(false)}
      onDrop={(event) => {
        setIsOver(false);
        const id = event.dataTransfer.getData(DRAGGED);
        if (id !== '') move(id, position);
      }}
    >
      <Menu position="top">
        <Menu.Target>
          <button
            type="button"
            className={classes.button}
            aria-label={t('photoOf', { position: position + 1, count })}
            onKeyDown={onKeyDown}
          >
            <Picture photo={photo} local={local} />
          </button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item disabled={position === 0} onClick={() => move(photo.id, position - 1)}>
            {t('photoEarlier')}
          </Menu.Item>
          <Menu.Item disabled={position === count - 1} onClick={() => move(photo.id, position + 1)}>
            {t('photoLater')}
          </Menu.Item>
          {upload?.problem && <Menu.Item onClick={() => void retry(photo.id)}>{t('photoRetry')}</Menu.Item>}
          <Menu.Item onClick={() => void remove(photo.id)}>{t('photoRemove')}</Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <State upload={upload} />
    </li>
  );
}

function State({ upload }: { upload: UploadState | undefined }) {
  const t = useTranslations('journal');
  const percent = usePercent();
  if (upload === undefined || (upload.share === null && upload.problem === null)) return null;
  return (
    <div className={classes.state}>
      {upload.share !== null && (
        <>
          <Meter className={classes.progress} value={upload.share} aria-label={t('photoProgress')} />
          {t('photoSending', { share: percent(upload.share) })}
        </>
      )}
      {upload.problem}
    </div>
  );
}

function Picture({ photo, local }: { photo: DraftPhoto; local: LocalPhoto | undefined }) {
  const url = useObjectUrl(local);
  if (photo.stored !== null) {
    const { small } = photo.stored.sizes;
    return <img className={classes.picture} src={small.url} alt="" draggable={false} />;
  }
  if (local === undefined) return <Icon name="photo" />;
  // Browsers other than Safari cannot show HEIC.
  if (local.width === 0) return <span className={classes.name}>{local.name}</span>;
  return url === null ? null : <img className={classes.picture} src={url} alt="" draggable={false} />;
}
