import { Button } from '@mantine/core';
import { useTranslations } from 'use-intl';
import { Icon } from '../../../shared/icons/icon.tsx';
import { ButtonLink } from '../../../shared/ui/links.tsx';
import type { CheckIn } from '../check-in.rules.ts';
import { Stage } from './frame.tsx';
import classes from './photo-view.module.css';

type RejectedStageProps = {
  checkIn: CheckIn;
  /** The next window, in a sentence. Null without one. */
  next: string | null;
  onReplace: () => void;
};

/** A check-in that does not count, and what is still possible. */
export function RejectedStage({ checkIn, next, onReplace }: RejectedStageProps) {
  const t = useTranslations('check-in');
  const { photo_thumbnail: photo, can_replace: canReplace, rejection_reason: reason } = checkIn;
  return (
    <Stage
      title={t('rejectedTitle')}
      picture={
        photo !== null && (
          <div className={classes.photo} data-size="small">
            <img src={photo.url} alt={t('yourPhoto')} />
          </div>
        )
      }
      actions={
        <>
          {canReplace && (
            <Button data-is-main size="lg" leftSection={<Icon name="camera" size={20} />} onClick={onReplace}>
              {t('newPhoto')}
            </Button>
          )}
          <ButtonLink to="/today" variant="outline" leftSection={<Icon name="today" size={20} />}>
            {t('back')}
          </ButtonLink>
          <ButtonLink to="/journal/new" variant="subtle" leftSection={<Icon name="pencil" size={20} />}>
            {t('writeDay')}
          </ButtonLink>
        </>
      }
    >
      <p dir="auto">{canReplace ? t('usedBefore') : reason}</p>
      <p>{canReplace ? t('canReplace') : `${t('rejectedText')} ${next ?? ''}`}</p>
    </Stage>
  );
}
