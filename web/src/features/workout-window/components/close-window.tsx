import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { Confirm } from '../../../shared/ui/confirm.tsx';
import { useCloseWindow } from '../api/window.ts';

/** Ends the window, after a question. */
export function CloseWindow({ onClosed }: { onClosed: () => void }) {
  const t = useTranslations('workout-window');
  const [isAsking, setIsAsking] = useState(false);
  const close = useCloseWindow();
  return (
    <div>
      <Button variant="subtle" ml={-20} onClick={() => setIsAsking(true)}>
        {t('close')}
      </Button>
      <Confirm
        isOpen={isAsking}
        title={t('closeTitle')}
        text={t('closeText')}
        action={t('close')}
        isPending={close.isPending}
        error={close.error}
        onConfirm={() => close.mutate(undefined, { onSuccess: onClosed })}
        onClose={() => setIsAsking(false)}
      />
    </div>
  );
}
