import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { countUnsent, signOut } from '../../../app/session/sign-out.ts';
import { Icon } from '../../../shared/icons/icon.tsx';
import { Problem } from '../../../shared/problem/problem.tsx';
import { Confirm } from '../../../shared/ui/confirm.tsx';

/** Signs out. Asks first if something that was written on this device is not sent yet. */
export function SignOutButton({ userId }: { userId?: string }) {
  const t = useTranslations('account');
  const [unsent, setUnsent] = useState(0);
  const leave = useMutation({ mutationFn: signOut });

  async function ask() {
    const count = userId === undefined ? 0 : await countUnsent(userId).catch(() => 0);
    setUnsent(count);
    if (count === 0) leave.mutate();
  }

  return (
    <>
      <Problem error={unsent === 0 ? leave.error : null} isSpaced />
      <Button
        variant="outline"
        fullWidth
        leftSection={<Icon name="sign-out" size={20} />}
        loading={leave.isPending}
        onClick={ask}
      >
        {t('signOut')}
      </Button>
      <Confirm
        isOpen={unsent > 0}
        title={t('unsentTitle')}
        text={t('unsentText', { count: unsent })}
        action={t('signOutAnyway')}
        isPending={leave.isPending}
        error={leave.error}
        onConfirm={() => leave.mutate()}
        onClose={() => setUnsent(0)}
      />
    </>
  );
}
