import { Button } from '@mantine/core';
import { useTranslations } from 'use-intl';
import { Problem } from '../../../shared/problem/problem.tsx';
import { Stack } from '../../../shared/ui/stack.tsx';
import { useTestMail } from '../api/test-mail.ts';

/** Sends a mail to the super admin, and tells what the mail server said. */
export function TestMailButton({ email }: { email: string }) {
  const t = useTranslations('operations.checklist.mail');
  const send = useTestMail();
  return (
    <Stack gap={2} items="start" tone="accent" weight={500} breaks>
      <Button
        variant="outline"
        loading={send.isPending}
        onClick={() => send.mutate({ to: email, subject: t('subject'), text: t('body') })}
      >
        {t('test')}
      </Button>
      <p role="status">{send.isSuccess && t('sent', { email })}</p>
      <Problem error={send.error} />
    </Stack>
  );
}
