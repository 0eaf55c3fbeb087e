import { useTranslations } from 'use-intl';
import { Flower } from '../../../shared/art/flower.tsx';
import { Row } from '../../../shared/ui/row.tsx';
import { Text } from '../../../shared/ui/text.tsx';
import type { Today } from '../api/queries.ts';
import classes from './worth.module.css';

/** How many chips a check-in is worth now, and why. */
export function Worth({ chain }: { chain: Today['chain'] }) {
  const t = useTranslations('today');
  const before = chain?.before ?? null;
  const name = before?.full_name ?? '';
  const hasBaton = before?.status === 'completed';
  return (
    <Row gap={3} align="start" ruled={4}>
      <span className={classes.chip} aria-hidden>
        <Flower size={16} />
      </span>
      <Text as="p" breaks>
        <b>{t('worth', { count: hasBaton ? 2 : 1 })}</b>{' '}
        {before === null ? t('worthOne') : t(hasBaton ? 'worthTwo' : 'worthMore', { name })}
      </Text>
    </Row>
  );
}
