import { declareError, type ErrorDeclaration } from '#platform/errors.ts';
import { FACTOR_PROBLEMS } from './second-factor-error.schema.ts';

/** What the provider rejects, by its own codes. */
const PROBLEMS: ReadonlyMap<string, ErrorDeclaration> = new Map(
  Object.entries({
    ...FACTOR_PROBLEMS,
    ADDRESS_NOT_VERIFIED: {
      status: 403,
      code: 'account.address-not-verified',
      message:
        'Verify your email address before you add a way to sign in: open the link in the email that you got, or request another one with POST /auth/send-verification-email.',
    },
    UNAUTHORIZED: {
      status: 401,
      code: 'identity.no-session',
      message: 'Sign in, and send the session as bearer token or as cookie.',
    },
    INVALID_EMAIL_OR_PASSWORD: {
      status: 401,
      code: 'identity.invalid-email-or-password',
      message: 'The email address or the password is wrong. Check both, or reset your password.',
    },
    USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL: {
      status: 422,
      code: 'identity.user-already-exists-use-another-email',
      message: 'This email address has an account. Sign in, or use another address.',
    },
    FAILED_TO_CREATE_USER: {
      status: 422,
      code: 'identity.failed-to-create-user',
      message: 'The account could not be created. Try again; if the email address has an account now, sign in.',
    },
    INVALID_PASSWORD: {
      status: 400,
      code: 'identity.invalid-password',
      message: 'The current password is wrong.',
    },
    PASSWORD_TOO_COMMON: {
      status: 400,
      code: 'identity.password-too-common',
      message:
        'This password is easy to guess: it is common, repeats itself, or holds your name or address. Choose four words that have nothing to do with each other, or let a password manager choose.',
    },
    INVALID_TOKEN: {
      status: 400,
      code: 'identity.invalid-token',
      message: 'This link or code is not valid, has expired, or was used. Request another one.',
    },
    TOKEN_EXPIRED: {
      status: 400,
      code: 'identity.token-expired',
      message: 'This link has expired. Request another one.',
    },
    INVALID_USER: {
      status: 400,
      code: 'identity.invalid-user',
      message: 'This link belongs to another account. Sign in to that account and open it again.',
    },
    EMAIL_MISMATCH: {
      status: 400,
      code: 'identity.email-mismatch',
      message: 'This is not the email address of your account. Send that one, or send the request without a session.',
    },
    EMAIL_ALREADY_VERIFIED: {
      status: 400,
      code: 'identity.email-already-verified',
      message: 'Your email address is verified. There is nothing to do.',
    },
    EMAIL_IS_THE_SAME: {
      status: 400,
      code: 'identity.email-is-the-same',
      message: 'Your account has this email address already. Send another one.',
    },
  }).map(([name, declaration]) => [name, declareError(declaration)]),
);

/** The problem for an error of the provider. An undeclared code is sent as `identity.<code>` with the provider's message. */
export function identityProblemOf(error: { status: number; code?: string; message?: string }): ErrorDeclaration {
  const { status, message = 'The identity provider rejected the request. See /docs.' } = error;
  const code = error.code ?? (status === 409 ? 'CONFLICT' : codeOfMessage(message));
  return PROBLEMS.get(code) ?? { status, code: `identity.${code.toLowerCase().replaceAll('_', '-')}`, message };
}

/** The provider has errors with a short message and no code. */
function codeOfMessage(message: string): string {
  return /^[A-Za-z ]{1,60}$/.test(message) ? message.toUpperCase().replaceAll(' ', '_') : 'REFUSED';
}
