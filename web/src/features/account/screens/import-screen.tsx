import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { useLiveEvents } from '../../../app/events/events-provider.tsx';
import { ScreenHeader } from '../../../shared/ui/screen-header.tsx';
import { Section } from '../../../shared/ui/section.tsx';
import { importsQuery } from '../api/queries.ts';
import { ImportCard } from '../transfer/import-card.tsx';
import { ImportFile } from '../transfer/import-file.tsx';
import { ImportSources } from '../transfer/import-sources.tsx';

/** Entries from another diary. The newest import is shown first, so that a return continues where it stood. */
export function ImportScreen() {
  const t = useTranslations('account');
  const queryClient = useQueryClient();
  const { data } = useSuspenseQuery(importsQuery);
  const [dismissed, setDismissed] = useState<string | null>(null);
  useLiveEvents(({ kind, data }) => {
    if (kind !== 'notification' || data.kind !== 'import_finished') return;
    void queryClient.invalidateQueries({ queryKey: importsQuery.queryKey });
    void queryClient.invalidateQueries({ queryKey: ['journal'] });
  });
  const [newest] = data.imports;
  const isShown = newest !== undefined && newest.status !== 'expired' && newest.id !== dismissed;
  return (
    <>
      <ScreenHeader title={t('menu.import')} text={t('import.text')} />
      {isShown ? (
        <ImportCard newest={newest} onDismiss={() => setDismissed(newest.id)} />
      ) : (
        <>
          <Section title={t('import.fileTitle')} text={t('import.fileText')}>
            <ImportFile />
          </Section>
          <Section title={t('import.sourcesTitle')}>
            <ImportSources />
          </Section>
        </>
      )}
    </>
  );
}
