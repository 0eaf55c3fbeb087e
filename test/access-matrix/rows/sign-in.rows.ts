import { randomUUID } from 'node:crypto';
import { type Rows, row } from '../matrix.ts';

const ownPassword = () => ({ body: { password: 'correct horse' } });
const credential = () => ({
  body: { response: { id: 'a', rawId: 'a', type: 'public-key', response: { clientDataJSON: 'a' } } },
});

/** The routes of the built-in identity provider, where an access token of the interface means nothing. */
export const SIGN_IN_ROWS: Rows = {
  'GET /auth/get-session': row('200 200 | 200 200 200 200 | 200'),
  'GET /auth/jwks': row('200 200 | 200 200 200 200 | 200'),
  'GET /auth/token': row('401 401 | 401 401 401 401 | 401'),
  'POST /auth/sign-out': row('200 200 | 200 200 200 200 | 200', () => ({ body: {} })),
  'POST /auth/change-password': row('401 401 | 401 401 401 401 | 401', () => ({
    body: { currentPassword: 'correct horse', newPassword: 'another horse' },
  })),
  'POST /auth/request-password-reset': row('200 200 | 200 200 200 200 | 200', () => ({
    body: { email: 'unknown@people.test' },
  })),
  'POST /auth/reset-password': row('400 400 | 400 400 400 400 | 400', () => ({
    body: { token: 'no-token', newPassword: 'another horse' },
  })),
  'POST /auth/send-verification-email': row('200 200 | 200 200 200 200 | 200', () => ({
    body: { email: 'unknown@people.test' },
  })),
  'GET /auth/verify-email': row('400 400 | 400 400 400 400 | 400', () => ({ query: 'token=no-token' })),
  'POST /auth/change-email': row('401 401 | 401 401 401 401 | 401', () => ({
    body: { newEmail: 'new@people.test' },
  })),
  // The app under test has no mail server.
  'POST /auth/sign-in/magic-link': row('409 409 | 409 409 409 409 | 409', () => ({
    body: { email: 'unknown@people.test' },
  })),
  'POST /auth/link-account': row('400 400 | 400 400 400 400 | 400', () => ({ body: { token: 'no-token' } })),
  'POST /auth/reject-account': row('400 400 | 400 400 400 400 | 400', () => ({ body: { token: 'no-token' } })),
  'GET /auth/magic-link/verify': row('400 400 | 400 400 400 400 | 400', () => ({ query: 'token=no-token' })),
  'POST /auth/sign-up/email': row('200 200 | 200 200 200 200 | 200', () => ({
    body: { name: 'Ada', email: `${randomUUID()}@people.test`, password: 'correct horse' },
  })),
  // Five wrong passwords for an email address are free. The next one has to wait, whatever its caller.
  'POST /auth/sign-in/email': row('401 401 | 401 401 401 429 | 429', () => ({
    body: { email: 'unknown@people.test', password: 'wrong horse' },
  })),

  // A code without a sign-in to complete, and a passkey without its options.
  'POST /auth/two-factor/verify-totp': row('401 401 | 401 401 401 401 | 401', () => ({ body: { code: '123456' } })),
  'POST /auth/two-factor/verify-backup-code': row('401 401 | 401 401 401 401 | 401', () => ({ body: { code: 'a-b' } })),
  'POST /auth/two-factor/enable': row('401 401 | 401 401 401 401 | 401', ownPassword),
  'POST /auth/two-factor/disable': row('401 401 | 401 401 401 401 | 401', ownPassword),
  'POST /auth/two-factor/generate-backup-codes': row('401 401 | 401 401 401 401 | 401', ownPassword),
  'GET /auth/passkey/generate-register-options': row('401 401 | 401 401 401 401 | 401'),
  'POST /auth/passkey/verify-registration': row('401 401 | 401 401 401 401 | 401', credential),
  'GET /auth/passkey/generate-authenticate-options': row('200 200 | 200 200 200 200 | 200'),
  'POST /auth/passkey/verify-authentication': row('400 400 | 400 400 400 400 | 400', credential),
  'GET /auth/passkey/list-user-passkeys': row('401 401 | 401 401 401 401 | 401'),
  'POST /auth/passkey/update-passkey': row('401 401 | 401 401 401 401 | 401', () => ({
    body: { id: randomUUID(), name: 'Laptop' },
  })),
  'POST /auth/passkey/delete-passkey': row('401 401 | 401 401 401 401 | 401', () => ({ body: { id: randomUUID() } })),
};
