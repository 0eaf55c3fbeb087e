import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useTranslations } from 'use-intl';
import { Problem } from '../../../shared/problem/problem.tsx';
import { Cluster } from '../../../shared/ui/row.tsx';
import { Text } from '../../../shared/ui/text.tsx';
import { useReadDrop } from '../api/answers.ts';
import classes from './row-actions.module.css';

/** The words of a drop, once they are asked for. */
export function ReceivedDrop({ id, onRead }: { id: string; onRead: () => void }) {
  const t = useTranslations('notification');
  const read = useReadDrop(id);
  if (!read.isSuccess) {
    return (
      <>
        <Cluster gap={2} above={3}>
          <Button
            variant="outline"
            loading={read.isPending}
            onClick={() => read.mutate(undefined, { onSuccess: onRead })}
          >
            {t('readDrop')}
          </Button>
        </Cluster>
        <Problem error={read.error} isSpaced />
      </>
    );
  }
  const { data: drop } = read;
  return (
    <div role="status">
      {drop === null ? (
        <Text above={2} size="sm" weight={600}>
          {t('dropGone')}
        </Text>
      ) : (
        <>
          <blockquote className={classes.quote} dir="auto">
            {drop.title !== null && <b>{drop.title}</b>}
            {drop.content}
          </blockquote>
          {drop.entry_id !== null && (
            <Link to="/journal/$entryId" params={{ entryId: drop.entry_id }} className={classes.entry}>
              {t('dropEntry')}
            </Link>
          )}
        </>
      )}
    </div>
  );
}
