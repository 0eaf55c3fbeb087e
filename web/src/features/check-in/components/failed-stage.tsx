import { Button } from '@mantine/core';
import { useTranslations } from 'use-intl';
import { useOutbox } from '../../../app/outbox/outbox-provider.tsx';
import { Icon } from '../../../shared/icons/icon.tsx';
import { useSentence } from '../../../shared/problem/use-problem.ts';
import type { QueuedCheckIn } from '../api/check-in.ts';
import { Orb, Stage } from './frame.tsx';

type FailedStageProps = { queued: QueuedCheckIn; onAnotherPhoto: () => void };

/** A check-in that the server refuses: why, and what to do. */
export function FailedStage({ queued: { item }, onAnotherPhoto }: FailedStageProps) {
  const t = useTranslations('check-in');
  const outbox = useOutbox();
  const sentenceFor = useSentence();
  const isLost = item.code === 'outbox.photo-lost';
  return (
    <Stage
      title={t('failedTitle')}
      picture={<Orb icon="alert" isProblem />}
      actions={
        <>
          {!isLost && (
            <Button
              data-is-main
              size="lg"
              leftSection={<Icon name="retry" size={20} />}
              onClick={() => void outbox.retry(item.key)}
            >
              {t('tryAgain')}
            </Button>
          )}
          <Button variant="outline" onClick={onAnotherPhoto}>
            {t('anotherPhoto')}
          </Button>
        </>
      }
    >
      <p role="alert">{isLost ? t('photoLost') : sentenceFor(item.code ?? null, item.reason ?? '')}</p>
    </Stage>
  );
}
