import { Button } from '@mantine/core';
import { useTranslations } from 'use-intl';
import { Cluster } from './row.tsx';
import classes from './undo-line.module.css';

type UndoLineProps = {
  /** What was deleted; null hides the line. */ text: string | null;
  isPending: boolean;
  onUndo: () => void;
};

/** Says what was just deleted, and brings it back. */
export function UndoLine({ text, isPending, onUndo }: UndoLineProps) {
  const t = useTranslations('app');
  return (
    <div role="status">
      {text !== null && (
        <Cluster as="p" gap={2} align="center" justify="between" className={classes.line}>
          {text}
          <Button variant="subtle" loading={isPending} onClick={onUndo}>
            {t('undo')}
          </Button>
        </Cluster>
      )}
    </div>
  );
}
