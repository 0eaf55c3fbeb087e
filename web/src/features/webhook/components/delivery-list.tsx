import { Button } from '@mantine/core';
import { useSuspenseInfiniteQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { List } from '../../../shared/ui/list.tsx';
import { Text } from '../../../shared/ui/text.tsx';
import { deliveriesQuery } from '../api/queries.ts';
import type { Webhook } from '../webhook.rules.ts';
import classes from './delivery-list.module.css';
import { DeliveryRow } from './delivery-row.tsx';

/** What was sent to a webhook. */
export function DeliveryList({ webhook }: { webhook: Webhook }) {
  const t = useTranslations('webhook');
  const query = useSuspenseInfiniteQuery(deliveriesQuery(webhook.id));
  const { data: deliveries, hasNextPage, fetchNextPage, isFetchingNextPage } = query;
  if (deliveries.length === 0)
    return (
      <Text surface="card" flat tone="quiet">
        {t('deliveriesEmpty')}
      </Text>
    );
  return (
    <>
      <List surface="list">
        {deliveries.map((delivery) => (
          <DeliveryRow key={delivery.id} delivery={delivery} webhook={webhook} />
        ))}
      </List>
      {hasNextPage && (
        <Button
          variant="outline"
          fullWidth
          className={classes.more}
          loading={isFetchingNextPage}
          onClick={() => fetchNextPage()}
        >
          {t('more')}
        </Button>
      )}
    </>
  );
}
