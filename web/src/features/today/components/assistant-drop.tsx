import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useTranslations } from 'use-intl';
import { Icon } from '../../../shared/icons/icon.tsx';
import { Cluster, Row } from '../../../shared/ui/row.tsx';
import { useReadDrop } from '../api/assistant-drop.ts';
import type { Today } from '../api/queries.ts';
import classes from './assistant-drop.module.css';

/** What the assistant writes today. */
export function AssistantDrop({ drop }: { drop: NonNullable<Today['assistant_drop']> }) {
  const t = useTranslations('today');
  const read = useReadDrop();
  return (
    <section className={classes.drop} aria-label={t('fromAssistant')}>
      <Row as="h2" gap={2} tone="quiet" size="sm" className={classes.from}>
        <Icon name="sprout" size={20} />
        {t('fromAssistant')}
      </Row>
      <p className={classes.text} dir="auto">
        {drop.content}
      </p>
      <Cluster gap={4} rows={0} align="center">
        <Link to="/assistant" className={classes.link}>
          {t('whatItReads')}
        </Link>
        {drop.read_at === null && (
          <Button
            variant="subtle"
            className={classes.read}
            loading={read.isPending}
            onClick={() => read.mutate(drop.id)}
          >
            {t('markRead')}
          </Button>
        )}
      </Cluster>
    </section>
  );
}
