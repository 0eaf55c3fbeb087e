import { unwrap } from '@meadow/client';
import { type MutationFunction, useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '../../../app/api.ts';

/** Creates the secret of an authenticator app. It counts once a code of the app is verified. */
export function useSetUpApp() {
  return useMutation({
    mutationFn: (password: string) => unwrap(api.POST('/auth/two-factor/enable', { body: { password } })),
  });
}

/** Switches the second factor on. */
export function useVerifyApp() {
  return useChange((code: string) => unwrap(api.POST('/auth/two-factor/verify-totp', { body: { code } })));
}

export function useRemoveApp() {
  return useChange((password: string) => unwrap(api.POST('/auth/two-factor/disable', { body: { password } })));
}

/** The former codes are invalid from then on. */
export function useReplaceRecoveryCodes() {
  return useMutation({
    mutationFn: (password: string) =>
      unwrap(api.POST('/auth/two-factor/generate-backup-codes', { body: { password } })),
  });
}

/** Lets the browser create a passkey, and keeps its public half. */
export function useAddPasskey() {
  return useChange(async (name: string) => {
    const { startRegistration } = await import('@simplewebauthn/browser');
    const { continuation, ...options } = await unwrap(api.GET('/auth/passkey/generate-register-options'));
    const response = await startRegistration({ optionsJSON: options as never });
    return unwrap(
      api.POST('/auth/passkey/verify-registration', { body: { response: response as never, name, continuation } }),
    );
  });
}

export function useRenamePasskey() {
  return useChange((body: { id: string; name: string }) => unwrap(api.POST('/auth/passkey/update-passkey', { body })));
}

export function useRemovePasskey() {
  return useChange((id: string) => unwrap(api.POST('/auth/passkey/delete-passkey', { body: { id } })));
}

export function useSignOutDevice() {
  return useChange((id: string) => unwrap(api.DELETE('/api/sessions/{id}', { params: { path: { id } } })));
}

export function useSignOutOthers() {
  return useChange(() => unwrap(api.DELETE('/api/sessions')));
}

/** A change of how the user signs in, after which all of it is read again. */
function useChange<Data, Variables>(mutationFn: MutationFunction<Data, Variables>) {
  const queryClient = useQueryClient();
  return useMutation({ mutationFn, onSuccess: () => queryClient.invalidateQueries({ queryKey: ['session'] }) });
}
