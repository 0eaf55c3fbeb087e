import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { Logo } from '../../../shared/art/logo.tsx';
import { useFormatter } from '../../../shared/days/use-formatter.ts';
import { Problem } from '../../../shared/problem/problem.tsx';
import { Text } from '../../../shared/ui/text.tsx';
import { useRestoreAccount } from '../api/account.ts';
import classes from './restore-screen.module.css';

/** All that a user sees whose account is to be deleted. `eraseAt` is null if the erasure has begun. */
export function RestoreScreen({ eraseAt, signOut }: { eraseAt: Date | null; signOut: ReactNode }) {
  const t = useTranslations('account');
  const format = useFormatter();
  const restore = useRestoreAccount();
  const style = { weekday: 'long', day: 'numeric', month: 'long', hour: '2-digit', minute: '2-digit' } as const;
  return (
    <main className={classes.screen}>
      <Text as="span" tone="accent">
        <Logo size={36} />
      </Text>
      <h1 className={classes.title} tabIndex={-1}>
        {t('restore.title')}
      </h1>
      <p>{eraseAt === null ? t('restore.tooLate') : t('restore.text', { date: format.dateTime(eraseAt, style) })}</p>
      <Problem error={restore.error} isSpaced />
      {eraseAt !== null && (
        <Button size="lg" fullWidth loading={restore.isPending} onClick={() => restore.mutate()}>
          {t('restore.restore')}
        </Button>
      )}
      {signOut}
    </main>
  );
}
