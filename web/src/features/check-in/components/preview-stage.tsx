import { Button, NativeSelect } from '@mantine/core';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { Icon } from '../../../shared/icons/icon.tsx';
import type { PhotoFile } from '../../../shared/photo/read-photo.ts';
import { SwitchRow } from '../../../shared/ui/switch-row.tsx';
import { Muted } from '../../../shared/ui/text.tsx';
import { ACTIVITIES, type Activity, useActivityName } from '../../../shared/workout/activity.ts';
import type { Coordinates } from '../api/check-in.ts';
import { Stage } from './frame.tsx';
import { PhotoView } from './photo-view.tsx';
import classes from './preview-stage.module.css';
import { useCoordinates } from './use-coordinates.ts';

type Named = { activity_type: Activity; custom_activity: string | null };

type PreviewStageProps = {
  photo: PhotoFile;
  /** What the window is for. */
  planned: Named;
  note: string | null;
  problem: string | null;
  onCheckIn: (activity: Activity, coordinates: Coordinates | null) => void;
  onRetake: () => void;
};

/** The photo before it is sent, and what is sent with it. */
export function PreviewStage({ photo, planned, note, problem, onCheckIn, onRetake }: PreviewStageProps) {
  const t = useTranslations('check-in');
  const nameOf = useActivityName();
  const [activity, setActivity] = useState(planned.activity_type);
  const [isChanging, setIsChanging] = useState(false);
  const place = useCoordinates();
  const named = activity === planned.activity_type ? planned : { activity_type: activity, custom_activity: null };
  return (
    <Stage
      title={t('previewTitle')}
      picture={<PhotoView photo={photo} size="large" />}
      actions={
        <>
          <Button
            data-is-main
            size="lg"
            leftSection={<Icon name="check" size={20} />}
            onClick={() => onCheckIn(activity, place.coordinates)}
          >
            {t('checkIn')}
          </Button>
          <Button variant="outline" leftSection={<Icon name="retry" size={20} />} onClick={onRetake}>
            {t('retake')}
          </Button>
        </>
      }
    >
      {isChanging ? (
        <NativeSelect
          className={classes.field ?? ''}
          label={t('activity')}
          data={ACTIVITIES.map((value) => ({
            value,
            label: nameOf.word({
              activity_type: value,
              custom_activity: value === planned.activity_type ? planned.custom_activity : null,
            }),
          }))}
          value={activity}
          onChange={(event) => setActivity(event.currentTarget.value as Activity)}
        />
      ) : (
        <p className={classes.line}>
          {t.rich('previewText', {
            activity: nameOf.word(named),
            b: (text) => <b className={classes.activity}>{text}</b>,
          })}{' '}
          <Button variant="subtle" className={classes.change} onClick={() => setIsChanging(true)}>
            {t('change')}
          </Button>
        </p>
      )}
      {photo.isShrunk && <Muted>{t('shrunk')}</Muted>}
      {place.isOffered && (
        <div className={classes.field}>
          <SwitchRow label={t('location')} text={t(place.text)} isOn={place.isOn} onChange={place.toggle} />
        </div>
      )}
      {note !== null && <Muted>{note}</Muted>}
      <p role="alert">{problem}</p>
    </Stage>
  );
}
