import { unwrap } from '@meadow/client';
import { useMutation } from '@tanstack/react-query';
import { api } from '../../../app/api.ts';

/** Passkeys exist on https pages and on localhost. */
export const hasPasskeys = () => 'PublicKeyCredential' in window;

/** Signs in with a passkey of this device. With `isAutofill` the browser offers it in the address field, and waits. */
export async function signInWithPasskey(isAutofill: boolean): Promise<void> {
  const { startAuthentication } = await import('@simplewebauthn/browser');
  const { continuation, ...options } = await unwrap(api.GET('/auth/passkey/generate-authenticate-options'));
  const response = await startAuthentication({ optionsJSON: options as never, useBrowserAutofill: isAutofill });
  await unwrap(
    api.POST('/auth/passkey/verify-authentication', { body: { response: response as never, continuation } }),
  );
}

export function usePasskeySignIn() {
  return useMutation({ mutationFn: () => signInWithPasskey(false) });
}

/** Offers passkeys in the address field until `signal` aborts. Resolves to true after a sign-in. */
export async function offerPasskeys(signal: AbortSignal): Promise<boolean> {
  if (!hasPasskeys()) return false;
  const { browserSupportsWebAuthnAutofill, WebAuthnAbortService } = await import('@simplewebauthn/browser');
  if (!(await browserSupportsWebAuthnAutofill()) || signal.aborted) return false;
  signal.addEventListener('abort', () => WebAuthnAbortService.cancelCeremony(), { once: true });
  // Declined, or replaced by the button: the form is still there.
  return signInWithPasskey(true).then(
    () => !signal.aborted,
    () => false,
  );
}
