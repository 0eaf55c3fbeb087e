import { Button } from '@mantine/core';
import { useTranslations } from 'use-intl';
import { useUploadProgress } from '../../../app/outbox/upload-progress.ts';
import { Meter } from '../../../shared/ui/meter.tsx';
import type { QueuedCheckIn } from '../api/check-in.ts';
import { megabytes } from '../check-in.rules.ts';
import { Stage } from './frame.tsx';
import { PhotoView } from './photo-view.tsx';
import classes from './sending-stage.module.css';

type SendingStageProps = {
  /** Null once it has left this device. */
  queued: QueuedCheckIn | null;
  /** When the photo was taken. */
  time: string | null;
  onCancel: () => void;
};

/** How much of the photo is sent. */
export function SendingStage({ queued, time, onCancel }: SendingStageProps) {
  const t = useTranslations('check-in');
  const part = useUploadProgress(queued?.item.key);
  const bytes = queued?.photo?.bytes.byteLength ?? 0;
  const sent = queued === null ? 1 : part;
  return (
    <Stage
      title={t('sendingTitle')}
      picture={queued?.photo && <PhotoView photo={queued.photo} size="medium" />}
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
