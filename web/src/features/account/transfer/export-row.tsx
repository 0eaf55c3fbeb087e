import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { useFormatter } from '../../../shared/days/use-formatter.ts';
import { Icon } from '../../../shared/icons/icon.tsx';
import { Problem } from '../../../shared/problem/problem.tsx';
import { Actions } from '../../../shared/ui/actions.tsx';
import { Cluster } from '../../../shared/ui/row.tsx';
import { Stack } from '../../../shared/ui/stack.tsx';
import { Muted, Text } from '../../../shared/ui/text.tsx';
import { type Export, isExportRunning } from '../api/queries.ts';
import { ProgressBar } from '../components/progress-bar.tsx';
import { useBytes } from '../use-bytes.ts';
import { useDeleteExport } from './exports.ts';
import classes from './transfer.module.css';

/** One archive: in progress, ready to be downloaded, or failed. */
export function ExportRow({ archive }: { archive: Export }) {
  const t = useTranslations('account');
  const format = useFormatter();
  const bytes = useBytes();
  const { status, progress, size_bytes: size, url } = archive;
  const at = (instant: string) =>
    format.dateTime(new Date(instant), { day: 'numeric', month: 'long', hour: '2-digit', minute: '2-digit' });
  const created = at(archive.created_at);
  return (
    <li className={classes.row}>
      <Stack gap={1} fits>
        <Text as="h3" weight={600}>
          {t('export.of', { date: created })}
        </Text>
        {status === 'ready' && (
          <Muted>{t('export.ready', { size: bytes(size ?? 0), date: at(archive.expires_at) })}</Muted>
        )}
        {status === 'failed' && (
          <Text tone="warn" size="sm" weight={500}>
            {t('export.failed')}
          </Text>
        )}
        {isExportRunning(archive) && (
          <ProgressBar
            label={t(status === 'queued' ? 'export.queued' : 'export.running')}
            part={progress.total === 0 ? null : progress.done / progress.total}
          />
        )}
      </Stack>
      <Actions>
        {url !== null && (
          <Button component="a" href={pathOf(url)} download leftSection={<Icon name="download" size={20} />}>
            {t('export.download')}
          </Button>
        )}
        <DeleteButton archive={archive} created={created} />
      </Actions>
    </li>
  );
}

/** An archive can be made again at any time, but not five times a day: so it asks once more. */
function DeleteButton({ archive, created }: { archive: Export; created: string }) {
  const t = useTranslations('account');
  const [isAsking, setIsAsking] = useState(false);
  const remove = useDeleteExport(archive.id);
  if (!isAsking) {
    return (
      <Button
        variant="subtle"
        aria-label={t(isExportRunning(archive) ? 'export.stopOf' : 'export.deleteOf', { date: created })}
        onClick={() => setIsAsking(true)}
      >
        {t(isExportRunning(archive) ? 'export.stop' : 'export.delete')}
      </Button>
    );
  }
  return (
    <Cluster gap={3}>
      <Problem error={remove.error} isSpaced />
      <Button variant="outline" loading={remove.isPending} autoFocus onClick={() => remove.mutate()}>
        {t('export.deleteConfirm')}
      </Button>
      <Button variant="subtle" onClick={() => setIsAsking(false)}>
        {t('cancel')}
      </Button>
    </Cluster>
  );
}

/** The path of a URL of this server, so that the session's cookie goes along. */
const pathOf = (url: string) => new URL(url, window.location.origin).pathname;
