import { unwrap } from '@meadow/client';
import { useMutation } from '@tanstack/react-query';
import { api } from '../../../app/api.ts';

/** Sends a link to verify an address. */
export function useRequestVerification() {
  return useMutation({
    mutationFn: (email: string) => unwrap(api.POST('/auth/send-verification-email', { body: { email } })),
  });
}

/** Verifies an address by the code of an email, which counts once. */
export function useVerifyAddress() {
  return useMutation({
    mutationFn: (token: string) => unwrap(api.GET('/auth/verify-email', { params: { query: { token } } })),
  });
}

/** Ends all access to an account that another person has made with this address. */
export function useRejectAccount() {
  return useMutation({
    mutationFn: (token: string) => unwrap(api.POST('/auth/reject-account', { body: { token } })),
  });
}

/** Asks for another address. It counts once both addresses have confirmed it. */
export function useChangeAddress() {
  return useMutation({
    mutationFn: (newEmail: string) => unwrap(api.POST('/auth/change-email', { body: { newEmail } })),
  });
}
