import { Icon } from '../../../shared/icons/icon.tsx';
import type { Tone } from '../health.rules.ts';
import classes from './mark.module.css';

const ICONS = { good: 'check', attention: 'alert', bad: 'alert', quiet: null } as const;

/** How a part is, in a word. The icon repeats what the word says. */
export function Mark({ tone, children }: { tone: Tone; children: string }) {
  const icon = ICONS[tone];
  return (
    <span className={classes.mark} data-tone={tone}>
      {icon !== null && <Icon name={icon} size={16} />}
      {children}
    </span>
  );
}
