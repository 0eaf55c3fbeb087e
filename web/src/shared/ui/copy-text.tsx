import { Button } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import { useTranslations } from 'use-intl';
import classes from './copy-text.module.css';
import { Row } from './row.tsx';

/** A setting, a command, a URL or a secret to copy. */
export function CopyText({ text }: { text: string }) {
  const t = useTranslations('app');
  const clipboard = useClipboard();
  // Browsers offer no clipboard to plain http pages.
  const canCopy = 'clipboard' in navigator;
  return (
    <Row gap={2} rows={0} justify="between" className={classes.line}>
      <code className={classes.text}>{text}</code>
      {canCopy && (
        <Button variant="subtle" className={classes.copy} onClick={() => clipboard.copy(text)}>
          <span aria-live="polite">{t(clipboard.copied ? 'copied' : 'copy')}</span>
        </Button>
      )}
    </Row>
  );
}
