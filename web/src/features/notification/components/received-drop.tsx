import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useTranslations } from 'use-intl';
import { Problem } from '../../../shared/problem/problem.tsx';
import { useReadDrop } from '../api/answers.ts';
import classes from './row-actions.module.css';

/** The words of a drop, once they are asked for. */
export function ReceivedDrop({ id, onRead }: { id: string; onRead: () => void }) {
  const t = useTranslations('notification');
  const read = useReadDrop(id);
  if (!read.isSuccess) {
    return (
      <>
        <div className={classes.actions}>
          <Button
            variant="outline"
            loading={read.isPending}
            onClick={() => read.mutate(undefined, { onSuccess: onRead })}
          >
            {t('readDrop')}
          </Button>
        </div>
        <Problem error={read.error} isSpaced />
      </>
    );
  }
  const { data: drop } = read;
  return (
    <div role="status">
      {drop === null ? (
        <p className={classes.done}>{t('dropGone')}</p>
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
