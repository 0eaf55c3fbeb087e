import { unwrap } from '@meadow/client';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '../../../app/api.ts';

export type FirstAccount = { name: string; email: string; password: string };

/** Creates the account of the first super admin, and starts a session. */
export function useFirstAccount(code: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async (account: FirstAccount) => {
      const { token } = await unwrap(api.POST('/auth/sign-up/email', { body: { ...account, invitation: code } }));
      const { email, password } = account;
      if (token === null) await unwrap(api.POST('/auth/sign-in/email', { body: { email, password } }));
    },
    onSuccess: () => queryClient.clear(),
  });
}

/** Makes the signed-in user the first super admin. */
export function useFirstRole(code: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => unwrap(api.POST('/api/first-run', { body: { code } })),
    onSuccess: () => queryClient.clear(),
  });
}
