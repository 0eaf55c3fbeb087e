import { Button } from '@mantine/core';
import { useTranslations } from 'use-intl';
import { Problem } from '../../../shared/problem/problem.tsx';
import { Stack } from '../../../shared/ui/stack.tsx';
import { useFirstRole } from '../api/first-run.ts';

/** For an account that exists already: of an earlier sign-up, or of an external identity provider. */
export function FirstRole({ name, code, onDone }: { name: string; code: string; onDone: () => void }) {
  const t = useTranslations('operations.firstRun');
  const become = useFirstRole(code);
  return (
    <Stack gap={4}>
      <p>{t.rich('signedInAs', { name, b: (text) => <b dir="auto">{text}</b> })}</p>
      <Problem error={become.error} />
      <Button
        size="lg"
        fullWidth
        loading={become.isPending}
        onClick={() => become.mutate(undefined, { onSuccess: onDone })}
      >
        {t('become')}
      </Button>
    </Stack>
  );
}
