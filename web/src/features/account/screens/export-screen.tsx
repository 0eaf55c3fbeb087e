import { Button } from '@mantine/core';
import { useSuspenseQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { Icon } from '../../../shared/icons/icon.tsx';
import { Problem } from '../../../shared/problem/problem.tsx';
import { Actions } from '../../../shared/ui/actions.tsx';
import { ScreenHeader } from '../../../shared/ui/screen-header.tsx';
import { Section } from '../../../shared/ui/section.tsx';
import { exportsQuery, isExportRunning } from '../api/queries.ts';
import { ExportRow } from '../transfer/export-row.tsx';
import { useDownloadNow, useStartExport } from '../transfer/exports.ts';

/** Everything that the user has here, as a file. */
export function ExportScreen() {
  const t = useTranslations('account');
  const { data } = useSuspenseQuery(exportsQuery);
  const isRunning = data.exports.some(isExportRunning);
  return (
    <>
      <ScreenHeader title={t('menu.export')} text={t('export.text')} />
      <Section title={t('export.newTitle')} text={t('export.newText')} isCard>
        <NewExport isRunning={isRunning} />
      </Section>
      {data.exports.length > 0 && (
        <Section title={t('export.listTitle')} text={t('export.listText')} isCard>
          <ul>
            {data.exports.map((archive) => (
              <ExportRow key={archive.id} archive={archive} />
            ))}
          </ul>
        </Section>
      )}
    </>
  );
}

function NewExport({ isRunning }: { isRunning: boolean }) {
  const t = useTranslations('account');
  const start = useStartExport();
  const download = useDownloadNow();
  return (
    <>
      <p>{t('export.contents')}</p>
      <Actions>
        <Button loading={start.isPending} disabled={isRunning} onClick={() => start.mutate()}>
          {t('export.start')}
        </Button>
        <Button
          variant="outline"
          leftSection={<Icon name="download" size={20} />}
          loading={download.isPending}
          onClick={() => download.mutate()}
        >
          {t('export.now')}
        </Button>
      </Actions>
      <p role="status">{download.isPending && t('export.making')}</p>
      <Problem error={start.error ?? download.error} isSpaced />
    </>
  );
}
