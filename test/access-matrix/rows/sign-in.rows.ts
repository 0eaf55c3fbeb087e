import { randomUUID } from 'node:crypto';
import { type Rows, row } from '../matrix.ts';

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
  // Without a mail server.
  'POST /auth/sign-in/magic-link': row('409 409 | 409 409 409 409 | 409', () => ({
    body: { email: 'unknown@people.test' },
  })),
  'GET /auth/magic-link/verify': row('400 400 | 400 400 400 400 | 400', () => ({ query: 'token=no-token' })),
  'POST /auth/sign-up/email': row('200 200 | 200 200 200 200 | 200', () => ({
    body: { name: 'Ada', email: `${randomUUID()}@people.test`, password: 'correct horse' },
  })),
  // Five wrong passwords for an address are free; the next one has to wait, whoever sends it.
  'POST /auth/sign-in/email': row('401 401 | 401 401 401 429 | 429', () => ({
    body: { email: 'unknown@people.test', password: 'wrong horse' },
  })),
};
