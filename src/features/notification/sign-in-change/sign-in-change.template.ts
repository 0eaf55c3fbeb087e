import type { NewNotification } from '../notification/notify.rules.ts';

type SignInChange = Extract<NewNotification, { kind: 'sign_in_changed' }>;

const TEXTS: Readonly<Record<SignInChange['data']['change'], { title: string; body: string }>> = {
  totp_on: {
    title: 'Your sign-in needs a second factor now',
    body: 'A sign-in needs a code of your authenticator app.',
  },
  totp_off: { title: 'Your second factor is off', body: 'A sign-in needs only your password again.' },
  recovery_codes_replaced: { title: 'You have new recovery codes', body: 'The old recovery codes are invalid.' },
  recovery_code_used: {
    title: 'A recovery code was used to sign in',
    body: 'Each code is valid once. If you have lost your authenticator app, set up another one.',
  },
  passkey_added: { title: 'A passkey was added', body: 'It signs in to your account.' },
  token_created: {
    title: 'A personal access token was created',
    body: 'A program that has it acts for you within its scopes, until it ends or you revoke it.',
  },
  passkey_removed: { title: 'A passkey was removed', body: 'It no longer signs in to your account.' },
};

/** Announces a change of how a user signs in. */
export function signInChanged(userId: string, change: SignInChange['data']['change']): SignInChange {
  const { title, body } = TEXTS[change];
  return {
    userId,
    kind: 'sign_in_changed',
    title,
    body: `${body} If it was not you, reset your password by email, which also ends your other sessions, passkeys and programs.`,
    data: { change },
  };
}
