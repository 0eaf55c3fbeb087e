import { Button } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import { useTranslations } from 'use-intl';
import classes from './command.module.css';

/** A setting or a command to copy. */
export function Command({ text }: { text: string }) {
  const t = useTranslations('operations.checklist');
  const clipboard = useClipboard();
  // Browsers offer no clipboard to plain http pages.
  const canCopy = 'clipboard' in navigator;
  return (
    <div className={classes.command}>
      <code className={classes.text}>{text}</code>
      {canCopy && (
        <Button variant="subtle" className={classes.copy} onClick={() => clipboard.copy(text)}>
          <span aria-live="polite">{t(clipboard.copied ? 'copied' : 'copy')}</span>
        </Button>
      )}
    </div>
  );
}
