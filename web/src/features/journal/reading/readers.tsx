import { Button } from '@mantine/core';
import { Suspense, useState } from 'react';
import { useTranslations } from 'use-intl';
import { lazyPart } from '../../../shared/ui/lazy-part.ts';
import { Row } from '../../../shared/ui/row.tsx';
import type { Entry } from '../entry.ts';
import { AudienceSentence } from '../sharing/audience-sentence.tsx';
import classes from './readers.module.css';

const SharingDialog = lazyPart(async () => (await import('./sharing-dialog.tsx')).SharingDialog);

/** Who can see an own entry, and the way to change it. */
export function Readers({ entry }: { entry: Entry }) {
  const t = useTranslations('journal');
  const [isChanging, setIsChanging] = useState(false);
  if (entry.audience === null) return null;
  return (
    <Row as="section" gap={3} justify="between" ruled={4} className={classes.readers} aria-label={t('whoSees')}>
      <AudienceSentence audience={entry.audience} />
      {entry.can.edit && (
        <Button variant="subtle" aria-haspopup="dialog" className={classes.change} onClick={() => setIsChanging(true)}>
          {t('change')}
        </Button>
      )}
      <Suspense>{isChanging && <SharingDialog entry={entry} onClose={() => setIsChanging(false)} />}</Suspense>
    </Row>
  );
}
