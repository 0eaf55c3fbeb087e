import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { Icon } from '../../../shared/icons/icon.tsx';
import type { IconName } from '../../../shared/icons/icon-shapes.tsx';
import { CopyText } from '../../../shared/ui/copy-text.tsx';
import type { PointState } from '../checklist.rules.ts';
import { Mark } from './mark.tsx';
import classes from './point.module.css';

type PointProps = {
  icon: IconName;
  title: string;
  state: PointState;
  /** In place of the word for the state. */
  word?: string;
  text: string;
  hint?: string;
  command?: string;
  children?: ReactNode;
};

const MARKS = {
  done: { tone: 'good', word: 'done' },
  open: { tone: 'attention', word: 'todo' },
  off: { tone: 'quiet', word: 'off' },
} as const;

/** A point of the checklist: its state, what that means, and what to do. */
export function Point({ icon, title, state, word, text, hint, command, children }: PointProps) {
  const t = useTranslations('operations.checklist');
  const mark = MARKS[state];
  return (
    <li className={classes.point} data-state={state}>
      <div className={classes.head}>
        <Icon name={icon} />
        <h3 className={classes.title}>{title}</h3>
        <Mark tone={mark.tone}>{word ?? t(mark.word)}</Mark>
      </div>
      <p className={classes.text}>{text}</p>
      {hint !== undefined && <p className={classes.text}>{hint}</p>}
      {command !== undefined && <CopyText text={command} />}
      {children}
    </li>
  );
}
