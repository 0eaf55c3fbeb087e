import { unwrap } from '@meadow/client';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '../../../app/api.ts';

/** Asks for an email with a link. The response does not tell whether the address has an account. */
export function useRequestReset() {
  return useMutation({
    mutationFn: (email: string) => unwrap(api.POST('/auth/request-password-reset', { body: { email } })),
  });
}

export function useResetPassword() {
  return useMutation({
    mutationFn: (body: { token: string; newPassword: string; endPrograms: boolean }) =>
      unwrap(api.POST('/auth/reset-password', { body })),
  });
}

/** Signs out the other devices. */
export function useChangePassword() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: { currentPassword: string; newPassword: string }) =>
      unwrap(api.POST('/auth/change-password', { body })),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['session', 'devices'] }),
  });
}
