import { Modal } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useLocation, useRouter } from '@tanstack/react-router';
import { useTranslations } from 'use-intl';
import { noteConnection } from '../../../app/connection/connection.ts';
import { Stack } from '../../../shared/ui/stack.tsx';
import { meQuery } from '../api/queries.ts';
import { SignInPanel } from './sign-in-panel.tsx';

/** A sign-in above the page, which keeps what it holds. Another user gets a page of their own, and nothing of the first one stays. */
export function SignInDialog({ user }: { user: { id: string; email: string | null } }) {
  const t = useTranslations('sign-in.over');
  const queryClient = useQueryClient();
  const router = useRouter();
  const here = useLocation({ select: ({ href }) => href });

  async function goOn() {
    const me = await queryClient.fetchQuery({ ...meQuery, staleTime: 0 });
    if (me.profile.id !== user.id) return window.location.assign('/today');
    noteConnection({ kind: 'signedIn' });
    await queryClient.invalidateQueries();
    await router.invalidate();
  }
  return (
    <Modal
      opened
      onClose={() => undefined}
      title={t('title')}
      withCloseButton={false}
      closeOnClickOutside={false}
      closeOnEscape={false}
    >
      <Stack gap={4}>
        <p>{t('text')}</p>
        <SignInPanel to={here} onSignedIn={() => void goOn()} {...(user.email !== null && { email: user.email })} />
      </Stack>
    </Modal>
  );
}
