import { useSuspenseQuery } from '@tanstack/react-query';
import { Suspense } from 'react';
import { useTranslations } from 'use-intl';
import { ListSkeleton } from '../../../shared/ui/list-skeleton.tsx';
import { ScreenHeader } from '../../../shared/ui/screen-header.tsx';
import { Section } from '../../../shared/ui/section.tsx';
import { webhookQuery } from '../api/queries.ts';
import { DeleteWebhook } from '../components/delete-webhook.tsx';
import { DeliveryList } from '../components/delivery-list.tsx';
import { RotateSecret } from '../components/rotate-secret.tsx';
import { WebhookSettings } from '../components/webhook-settings.tsx';
import { WebhookStateCard } from '../components/webhook-state-card.tsx';
import { partsOf } from '../webhook.rules.ts';

/** A webhook: how it is, what it sends, its secret, and what was sent. */
export function WebhookScreen({ webhookId }: { webhookId: string }) {
  const t = useTranslations('webhook');
  const { data: webhook } = useSuspenseQuery(webhookQuery(webhookId));
  const { description, url } = webhook;
  return (
    <>
      <ScreenHeader title={description === '' ? partsOf(url).host : description} />
      <WebhookStateCard webhook={webhook} />
      <Section title={t('deliveriesTitle')} text={t('deliveriesText')}>
        <Suspense fallback={<ListSkeleton />}>
          <DeliveryList webhook={webhook} />
        </Suspense>
      </Section>
      <Section title={t('settings')} isCard>
        <WebhookSettings webhook={webhook} />
      </Section>
      <Section title={t('secret')} text={t('secretSectionText')}>
        <RotateSecret webhook={webhook} />
      </Section>
      <Section title={t('deleteTitle')} text={t('deleteText')}>
        <DeleteWebhook webhook={webhook} />
      </Section>
    </>
  );
}
