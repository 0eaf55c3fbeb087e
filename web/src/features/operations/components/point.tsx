import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { Icon } from '../../../shared/icons/icon.tsx';
import type { IconName } from '../../../shared/icons/icon-shapes.tsx';
import { CopyText } from '../../../shared/ui/copy-text.tsx';
import { Cluster } from '../../../shared/ui/row.tsx';
import { Stack } from '../../../shared/ui/stack.tsx';
import { Text } from '../../../shared/ui/text.tsx';
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
    <Stack as="li" gap={3} content="start" surface="card" className={classes.point} data-state={state}>
      <Cluster gap={3} rows={2} align="center" tone="accent" className={classes.head}>
        <Icon name={icon} />
        <Text as="h3" tone="ink" size="lg" weight={600} className={classes.title}>
          {title}
        </Text>
        <Mark tone={mark.tone}>{word ?? t(mark.word)}</Mark>
      </Cluster>
      <Text tone="quiet" breaks>
        {text}
      </Text>
      {hint !== undefined && (
        <Text tone="quiet" breaks>
          {hint}
        </Text>
      )}
      {command !== undefined && <CopyText text={command} />}
      {children}
    </Stack>
  );
}
