import { Button } from '@mantine/core';
import { useTranslations } from 'use-intl';
import { useUploadProgress } from '../../../app/outbox/upload-progress.ts';
import type { PhotoFile } from '../../../shared/photo/read-photo.ts';
import { Meter } from '../../../shared/ui/meter.tsx';
import type { QueuedCheckIn } from '../api/check-in.ts';
import { megabytes } from '../check-in.rules.ts';
import { Stage } from './frame.tsx';
import { PhotoView } from './photo-view.tsx';
import classes from './sending-stage.module.css';

type SendingStageProps = {
  /** Null before it is kept on this device, and once it has left it. */
  queued: QueuedCheckIn | null;
  /** The photo that was chosen on this page. */
  photo: PhotoFile | undefined;
  /** When the photo was taken. */
  time: string | null;
  onCancel: () => void;
};

/** How much of the photo is sent. */
export function SendingStage({ queued, photo, time, onCancel }: SendingStageProps) {
  const t = useTranslations('check-in');
  const sent = useUploadProgress(queued?.item.key);
  const shown = photo ?? queued?.photo;
  const bytes = shown?.bytes.byteLength ?? 0;
  return (
    <Stage
      title={t('sendingTitle')}
      picture={shown && <PhotoView photo={shown} size="medium" />}
      actions={
        queued !== null && (
          <Button variant="outline" onClick={onCancel}>
            {t('cancel')}
          </Button>
        )
      }
    >
      <Meter className={classes.meter} aria-label={t('sendingTitle')} max={1} {...(sent !== null && { value: sent })} />
      <p>
        {bytes > 0 && sent !== null && `${t('sent', { sent: megabytes(bytes * sent), all: megabytes(bytes) })} `}
        {time !== null && t('countsAnyway', { time })}
      </p>
    </Stage>
  );
}
