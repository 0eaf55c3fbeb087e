import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { useProblem } from '../../../shared/problem/use-problem.ts';
import { offerUndo, useUndoable } from './undo.ts';
import classes from './undo-bar.module.css';

/** Says what was done, and takes it back. */
export function UndoBar() {
  const t = useTranslations('journal');
  const problemOf = useProblem();
  const undoable = useUndoable();
  const [problem, setProblem] = useState<string | null>(null);
  async function undo(): Promise<void> {
    try {
      await undoable?.undo();
      setProblem(null);
      offerUndo(null);
    } catch (error) {
      setProblem(problemOf(error));
    }
  }
  return (
    <div role="status" className={classes.place}>
      {undoable !== null && (
        <div className={classes.bar}>
          <span>{problem ?? undoable.message}</span>
          <button type="button" className={classes.undo} onClick={() => void undo()}>
            {t('undo')}
          </button>
        </div>
      )}
    </div>
  );
}
