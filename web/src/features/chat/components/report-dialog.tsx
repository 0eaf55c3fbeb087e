import { Button } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useTranslations } from 'use-intl';
import { Problem } from '../../../shared/problem/problem.tsx';
import { Dialog } from '../../../shared/ui/dialog.tsx';
import { Stack } from '../../../shared/ui/stack.tsx';
import { TextArea } from '../../../shared/ui/text-area.tsx';
import { useReportMessage } from '../api/changes.ts';
import type { Message } from '../chat.ts';

const MAX_REASON_LENGTH = 1_000;

/** Reports a message to the super admins. */
export function ReportDialog({ message, onClose }: { message: Message; onClose: () => void }) {
  const t = useTranslations('chat');
  const [reason, setReason] = useState('');
  const report = useReportMessage();

  function send(event: FormEvent): void {
    event.preventDefault();
    report.mutate({ message, reason });
  }

  return (
    <Dialog title={t('reportTitle', { name: message.sender.full_name })} onClose={onClose}>
      {report.isSuccess ? (
        <Stack gap={4}>
          <p role="status">{t('reported')}</p>
          <Button autoFocus onClick={onClose}>
            {t('done')}
          </Button>
        </Stack>
      ) : (
        <form onSubmit={send}>
          <Stack gap={4}>
            <p>{t('reportText', { name: message.sender.full_name })}</p>
            <TextArea
              label={t('reason')}
              rows={3}
              limit={MAX_REASON_LENGTH}
              value={reason}
              onChange={(event) => setReason(event.currentTarget.value)}
              data-autofocus
            />
            <Problem error={report.error} />
            <Button type="submit" loading={report.isPending} disabled={reason.trim() === ''}>
              {t('report')}
            </Button>
          </Stack>
        </form>
      )}
    </Dialog>
  );
}
