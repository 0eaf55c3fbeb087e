import { Button } from '@mantine/core';
import { useTranslations } from 'use-intl';
import { probe, useConnection } from '../../../app/connection/connection.ts';
import { useOutbox } from '../../../app/outbox/outbox-provider.tsx';
import { Icon } from '../../../shared/icons/icon.tsx';
import { ButtonLink } from '../../../shared/ui/links.tsx';
import { PETALS } from '../../../shared/workout/window.rules.ts';
import { WindowRing } from '../../../shared/workout/window-ring.tsx';
import { Stage } from './frame.tsx';

type QueuedStageProps = {
  /** For which moment the photo will count, in a sentence. */
  counts: string;
  /** The user after this one in the relay. */
  next: string | null;
  onCancel: () => void;
};

const OUTLINES = Array.from({ length: PETALS }, () => 'waiting' as const);

/** A check-in that waits on this device for the server. */
export function QueuedStage({ counts, next, onCancel }: QueuedStageProps) {
  const t = useTranslations('check-in');
  const outbox = useOutbox();
  const { isOnline } = useConnection();
  const tryNow = async () => {
    if (await probe()) await outbox.flush();
  };
  return (
    <Stage
      title={t('queuedTitle')}
      picture={
        <WindowRing petals={OUTLINES}>
          <Icon name={isOnline ? 'clock' : 'offline'} />
        </WindowRing>
      }
      actions={
        <>
          <Button variant="outline" leftSection={<Icon name="retry" size={20} />} onClick={() => void tryNow()}>
            {t('tryNow')}
          </Button>
          <ButtonLink to="/journal/new" variant="subtle" leftSection={<Icon name="pencil" size={20} />}>
            {t('write')}
          </ButtonLink>
          <Button variant="subtle" onClick={onCancel}>
            {t('discard')}
          </Button>
        </>
      }
    >
      <p>
        {t(isOnline ? 'queuedOnline' : 'queuedOffline')} {counts} {next !== null && t('nextThen', { name: next })}
      </p>
    </Stage>
  );
}
