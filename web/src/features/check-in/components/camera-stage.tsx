import { Button } from '@mantine/core';
import { useTranslations } from 'use-intl';
import { Icon } from '../../../shared/icons/icon.tsx';
import { Muted } from '../../../shared/ui/text.tsx';
import { type CameraState, useCamera } from '../camera/use-camera.ts';
import { Viewfinder } from '../camera/viewfinder.tsx';
import { Orb, Stage } from './frame.tsx';
import { PhotoInput } from './photo-input.tsx';

const TITLES = {
  ask: 'askTitle',
  starting: 'askTitle',
  live: 'cameraTitle',
  refused: 'refusedTitle',
  none: 'cameraTitle',
} as const satisfies Record<CameraState, string>;

type CameraStageProps = {
  /** What the user has decided on the camera before. */
  permission: PermissionState;
  /** What is said of a check-in now, if the window is not open. */
  note: string | null;
  /** What is wrong with the last photo. */
  problem: string | null;
  onPhoto: (photo: Blob) => void;
};

/** Asks for a photo: from the camera, else from the files. */
export function CameraStage({ permission, note, problem, onPhoto }: CameraStageProps) {
  const t = useTranslations('check-in');
  const camera = useCamera(permission);
  const isRefused = camera.state === 'refused';
  if (camera.state === 'live' && camera.stream !== null) {
    return <Viewfinder camera={camera} stream={camera.stream} note={note} problem={problem} onPhoto={onPhoto} />;
  }
  return (
    <Stage
      title={t(TITLES[camera.state])}
      picture={<Orb icon="camera" />}
      actions={
        <>
          {camera.state === 'none' && (
            <PhotoInput isCamera isMain size="lg" leftSection={<Icon name="camera" size={20} />} onPhoto={onPhoto}>
              {t('takePhoto')}
            </PhotoInput>
          )}
          {(camera.state === 'ask' || camera.state === 'starting') && (
            <Button
              data-is-main
              size="lg"
              loading={camera.state === 'starting'}
              leftSection={<Icon name="camera" size={20} />}
              onClick={() => void camera.start()}
            >
              {t('allowCamera')}
            </Button>
          )}
          <PhotoInput
            {...(isRefused ? { isMain: true, size: 'lg' } : { variant: 'outline' })}
            leftSection={<Icon name="photo" size={20} />}
            onPhoto={onPhoto}
          >
            {t(isRefused ? 'choosePhoto' : 'choosePhotoInstead')}
          </PhotoInput>
          {isRefused && <Muted>{t('kinds')}</Muted>}
        </>
      }
    >
      <p>{t(isRefused ? 'refusedText' : 'askText')}</p>
      {note !== null && <Muted>{note}</Muted>}
      <p role="alert">{problem}</p>
    </Stage>
  );
}
