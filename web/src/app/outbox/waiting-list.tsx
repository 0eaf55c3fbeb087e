import { Button } from '@mantine/core';
import { useTranslations } from 'use-intl';
import { useFormatter } from '../../shared/days/use-formatter.ts';
import { Icon } from '../../shared/icons/icon.tsx';
import { List } from '../../shared/ui/list.tsx';
import { Row } from '../../shared/ui/row.tsx';
import type { Waiting } from './waiting.rules.ts';
import { WaitingItem } from './waiting-item.tsx';
import classes from './waiting-list.module.css';

type WaitingListProps = {
  waiting: readonly Waiting[];
  /** When the oldest was queued, if that is long ago. */
  since: number | null;
  onTryNow: () => Promise<void>;
};

/** What waits to be sent, each with its state, its reason and what the user can do. */
export function WaitingList({ waiting, since, onTryNow }: WaitingListProps) {
  const t = useTranslations('app');
  const format = useFormatter();
  return (
    <>
      {since !== null && (
        <Row as="p" gap={2} tone="warn" size="sm" className={classes.old}>
          <Icon name="alert" size={16} />
          {t('waitsSince', { date: format.dateTime(since, { dateStyle: 'long' }) })}
        </Row>
      )}
      <List className={classes.items}>
        {waiting.map((one) => (
          <WaitingItem key={one.record} waiting={one} />
        ))}
      </List>
      <Button variant="outline" leftSection={<Icon name="retry" size={16} />} onClick={onTryNow}>
        {t('tryNow')}
      </Button>
    </>
  );
}
