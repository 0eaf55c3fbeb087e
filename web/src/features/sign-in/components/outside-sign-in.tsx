import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { FormProblem } from '../../../shared/problem/form-problem.tsx';
import { Stack } from '../../../shared/ui/stack.tsx';
import { nameOfProvider, useOutsideProvider } from '../outside/use-outside-provider.ts';
import { withFragment } from '../target.ts';
import { useConfig } from '../use-config.ts';

/** Sign-in at the provider that this server trusts. The page comes back to `to`. */
export function OutsideSignIn({ to }: { to: string }) {
  const t = useTranslations('sign-in.outside');
  const { sign_in: signIn } = useConfig();
  const provider = useOutsideProvider();
  const name = nameOfProvider(signIn.issuer);
  const start = useMutation({
    mutationFn: async () => {
      if (provider === null) return;
      const { startSignIn } = await import('../outside/outside-provider.ts');
      await startSignIn(provider, withFragment(to), false);
    },
  });
  if (provider === null) return <FormProblem message={t('notReady')} />;
  return (
    <Stack gap={4}>
      <p>{t('text', { name })}</p>
      <FormProblem message={start.isError ? t('unreachable') : null} />
      <Button size="lg" fullWidth loading={start.isPending || start.isSuccess} onClick={() => start.mutate()}>
        {t('signIn', { name })}
      </Button>
    </Stack>
  );
}
