import { Button } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { Confirm } from '../../../shared/ui/confirm.tsx';
import { useDeleteWebhook } from '../api/webhooks.ts';
import { partsOf, type Webhook } from '../webhook.rules.ts';

export function DeleteWebhook({ webhook: { id, url } }: { webhook: Webhook }) {
  const t = useTranslations('webhook');
  const navigate = useNavigate();
  const remove = useDeleteWebhook(id);
  const [isAsking, setIsAsking] = useState(false);
  return (
    <>
      <Button variant="outline" onClick={() => setIsAsking(true)}>
        {t('delete')}
      </Button>
      <Confirm
        isOpen={isAsking}
        title={t('deleteQuestion', { host: partsOf(url).host })}
        text={t('deleteConsequence')}
        action={t('delete')}
        isPending={remove.isPending}
        error={remove.error}
        onConfirm={() =>
          remove.mutate(undefined, { onSuccess: () => void navigate({ to: '/me/webhooks', replace: true }) })
        }
        onClose={() => setIsAsking(false)}
      />
    </>
  );
}
