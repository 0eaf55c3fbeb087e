import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { Cluster } from '../../../shared/ui/row.tsx';
import { Done } from './done.tsx';
import classes from './security-card.module.css';

/** The recovery codes, which are shown once. */
export function RecoveryCodes({ codes, onKept }: { codes: readonly string[]; onKept: () => void }) {
  const t = useTranslations('sign-in.security');
  const [copied, setCopied] = useState<string | null>(null);
  const text = codes.join('\n');

  async function copy() {
    try {
      await navigator.clipboard.writeText(text);
      setCopied(t('copied'));
    } catch {
      // Pages over plain http have no clipboard.
      setCopied(t('copyByHand'));
    }
  }
  function download() {
    const url = URL.createObjectURL(new Blob([`${t('codesFile')}\n\n${text}\n`], { type: 'text/plain' }));
    const link = Object.assign(document.createElement('a'), { href: url, download: 'meadow-recovery-codes.txt' });
    link.click();
    URL.revokeObjectURL(url);
  }
  return (
    <>
      <p>{t('codesText')}</p>
      <ul className={classes.codes} aria-label={t('codes')}>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <Done text={copied} />
      <Cluster gap={3} className={classes.actions}>
        <Button variant="outline" onClick={() => void copy()}>
          {t('copy')}
        </Button>
        <Button variant="outline" onClick={download}>
          {t('download')}
        </Button>
        <Button onClick={onKept}>{t('kept')}</Button>
      </Cluster>
    </>
  );
}
