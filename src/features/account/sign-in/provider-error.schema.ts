import { declareError, type ErrorDeclaration } from '../../../platform/errors.ts';
import { FACTOR_PROBLEMS } from './second-factor-error.schema.ts';

/** What the provider rejects, by its own codes. */
const PROBLEMS: ReadonlyMap<string, ErrorDeclaration> = new Map(
  Object.entries({
    ...FACTOR_PROBLEMS,
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
  }).map(([name, declaration]) => [name, declareError(declaration)]),
);

/** The problem for an error of the provider. An undeclared code is sent as `identity.<code>` with the provider's message. */
export function identityProblemOf(error: { status: number; code?: string; message?: string }): ErrorDeclaration {
  const {
    status,
    code = status === 409 ? 'CONFLICT' : 'REFUSED',
    message = 'The identity provider rejected the request. See /docs.',
  } = error;
  return PROBLEMS.get(code) ?? { status, code: `identity.${code.toLowerCase().replaceAll('_', '-')}`, message };
}
