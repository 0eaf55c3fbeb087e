import { ActionIcon, Button } from '@mantine/core';
import { useCallback, useRef } from 'react';
import { useTranslations } from 'use-intl';
import { Icon } from '../../../shared/icons/icon.tsx';
import { Row } from '../../../shared/ui/row.tsx';
import { Muted } from '../../../shared/ui/text.tsx';
import { PhotoInput } from '../components/photo-input.tsx';
import { type Camera, captureFrame } from './use-camera.ts';
import classes from './viewfinder.module.css';

type ViewfinderProps = {
  camera: Camera;
  stream: MediaStream;
  note: string | null;
  problem: string | null;
  onPhoto: (photo: Blob) => void;
};

/** What the camera sees, and its shutter. */
export function Viewfinder({ camera, stream, note, problem, onPhoto }: ViewfinderProps) {
  const t = useTranslations('check-in');
  const video = useRef<HTMLVideoElement>(null);
  const show = useCallback(
    (element: HTMLVideoElement | null) => {
      video.current = element;
      if (element !== null) element.srcObject = stream;
    },
    [stream],
  );

  async function take(): Promise<void> {
    const photo = video.current && (await captureFrame(video.current));
    if (photo === null) return;
    camera.stop();
    onPhoto(photo);
  }

  return (
    <>
      <div className={classes.body}>
        <h1 tabIndex={-1} className={classes.title}>
          {t('cameraTitle')}
        </h1>
        <video
          ref={show}
          className={classes.video}
          data-is-mirrored={camera.facing === 'user'}
          autoPlay
          playsInline
          muted
        />
        {note !== null && <Muted>{note}</Muted>}
        <p role="alert">{problem}</p>
      </div>
      <div className={classes.actions}>
        <Row justify="center" gap={5}>
          <span className={classes.side} />
          <Button className={classes.shutter} aria-label={t('takePhoto')} onClick={() => void take()}>
            <span />
          </Button>
          <span className={classes.side}>
            {camera.hasSeveral && (
              <ActionIcon aria-label={t('otherCamera')} onClick={() => void camera.turn()}>
                <Icon name="retry" />
              </ActionIcon>
            )}
          </span>
        </Row>
        <PhotoInput variant="subtle" onPhoto={onPhoto}>
          {t('choosePhotoInstead')}
        </PhotoInput>
      </div>
    </>
  );
}
