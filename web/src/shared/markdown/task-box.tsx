import { useTranslations } from 'use-intl';
import { Icon } from '../icons/icon.tsx';
import classes from './markdown.module.css';

/** The box of a task. It is changed in the text. */
export function TaskBox({ isDone }: { isDone: boolean }) {
  const t = useTranslations('markdown');
  return (
    <span className={classes.box} data-done={isDone} role="img" aria-label={t(isDone ? 'taskDone' : 'taskOpen')}>
      {isDone && <Icon name="check" size={16} />}
    </span>
  );
}
