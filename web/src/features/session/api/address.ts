import { unwrap } from '@meadow/client';
import { useMutation } from '@tanstack/react-query';
import { api } from '../../../app/api.ts';

/** Sends a link to verify an address. */
export function useRequestVerification() {
  return useMutation({
    mutationFn: (email: string) => unwrap(api.POST('/auth/send-verification-email', { body: { email } })),
  });
}

/** Asks for another address. It counts once both addresses have confirmed it. */
export function useChangeAddress() {
  return useMutation({
    mutationFn: (newEmail: string) => unwrap(api.POST('/auth/change-email', { body: { newEmail } })),
  });
}
