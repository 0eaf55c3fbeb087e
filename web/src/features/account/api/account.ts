import { unwrap } from '@meadow/client';
import { useMutation } from '@tanstack/react-query';
import { api } from '../../../app/api.ts';
import { forgetUser } from '../../../app/session/sign-out.ts';

/** Deletes the account: in seven days, or at once and for good. */
export function useDeleteAccount() {
  return useMutation({
    mutationFn: (immediately: boolean) =>
      unwrap(api.DELETE('/api/user/account', { body: { confirm: 'DELETE', immediately } })),
    onSuccess: async ({ is_erased: isErased }) => {
      if (isErased) await forgetUser();
      // The page begins anew, without what it knows of the account.
      else window.location.replace('/restore');
    },
  });
}

export function useRestoreAccount() {
  return useMutation({
    mutationFn: () => unwrap(api.POST('/api/user/account/restore')),
    onSuccess: () => window.location.replace('/today'),
  });
}
