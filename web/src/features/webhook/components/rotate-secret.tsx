import { Button } from '@mantine/core';
import { useState } from 'react';
import { useNow, useTranslations } from 'use-intl';
import { useFormatter } from '../../../shared/days/use-formatter.ts';
import { Confirm } from '../../../shared/ui/confirm.tsx';
import { NewSecret } from '../../../shared/ui/new-secret.tsx';
import { Muted } from '../../../shared/ui/text.tsx';
import { useRotateSecret } from '../api/webhooks.ts';
import type { Webhook } from '../webhook.rules.ts';

/** Gives a webhook another secret. Until tomorrow the former one signs as well. */
export function RotateSecret({ webhook: { id, previous_secret_expires_at: until } }: { webhook: Webhook }) {
  const t = useTranslations('webhook');
  const format = useFormatter();
  const now = useNow();
  const rotate = useRotateSecret(id);
  const [isAsking, setIsAsking] = useState(false);
  if (rotate.isSuccess) {
    return (
      <NewSecret title={t('secretTitle')} text={t('secretText')} secret={rotate.data.secret} hint={t('rotatedHint')}>
        <Button onClick={() => rotate.reset()}>{t('secretKept')}</Button>
      </NewSecret>
    );
  }
  return (
    <>
      {until !== null && new Date(until) > now && (
        <Muted>
          {t('previousUntil', { date: format.dateTime(new Date(until), { dateStyle: 'medium', timeStyle: 'short' }) })}
        </Muted>
      )}
      <Button variant="outline" loading={rotate.isPending} onClick={() => setIsAsking(true)}>
        {t('rotate')}
      </Button>
      <Confirm
        isOpen={isAsking}
        title={t('rotateTitle')}
        text={t('rotateText')}
        action={t('rotate')}
        isPending={rotate.isPending}
        error={rotate.error}
        onConfirm={() => rotate.mutate(undefined, { onSuccess: () => setIsAsking(false) })}
        onClose={() => setIsAsking(false)}
      />
    </>
  );
}
