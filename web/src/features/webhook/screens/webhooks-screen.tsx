import { useSuspenseQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { Icon } from '../../../shared/icons/icon.tsx';
import { ButtonLink } from '../../../shared/ui/links.tsx';
import { List } from '../../../shared/ui/list.tsx';
import { ListHeader } from '../../../shared/ui/list-header.tsx';
import { Notice } from '../../../shared/ui/notice.tsx';
import { webhooksQuery } from '../api/queries.ts';
import { WebhookRow } from '../components/webhook-row.tsx';
import { MAX_WEBHOOKS } from '../webhook.rules.ts';

/** The URLs that get events of the user. */
export function WebhooksScreen() {
  const t = useTranslations('webhook');
  const { data: webhooks } = useSuspenseQuery(webhooksQuery);
  const newWebhook = (
    <ButtonLink to="/me/webhooks/new" leftSection={<Icon name="plus" size={20} />}>
      {t('new')}
    </ButtonLink>
  );
  return (
    <>
      <ListHeader title={t('title')} text={t('text')}>
        {webhooks.length > 0 && webhooks.length < MAX_WEBHOOKS && newWebhook}
      </ListHeader>
      {webhooks.length === 0 ? (
        <Notice icon="link" title={t('empty')} text={t('emptyText')}>
          {newWebhook}
        </Notice>
      ) : (
        <List surface="list">
          {webhooks.map((webhook) => (
            <WebhookRow key={webhook.id} webhook={webhook} />
          ))}
        </List>
      )}
    </>
  );
}
