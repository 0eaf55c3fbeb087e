import { Button } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import { useTranslations } from 'use-intl';
import classes from './copy-text.module.css';

/** A setting, a command, a URL or a secret to copy. */
export function CopyText({ text }: { text: string }) {
  const t = useTranslations('app');
  const clipboard = useClipboard();
  // Browsers offer no clipboard to plain http pages.
  const canCopy = 'clipboard' in navigator;
  return (
    <div className={classes.line}>
      <code className={classes.text}>{text}</code>
      {canCopy && (
        <Button variant="subtle" className={classes.copy} onClick={() => clipboard.copy(text)}>
          <span aria-live="polite">{t(clipboard.copied ? 'copied' : 'copy')}</span>
        </Button>
      )}
    </div>
  );
}
