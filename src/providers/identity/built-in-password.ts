import type { BetterAuthOptions, User } from 'better-auth';
import { APIError } from 'better-auth/api';
import { isGuessable } from '#platform/crypto/password-strength.ts';
import type { AccountMail } from './account-mail.ts';
import type { AccountMails } from './built-in-mails.ts';
import type { BuiltInOptions, EndedAccess } from './identity.ts';

const RESET_LIFETIME_SECONDS = 60 * 60;
const NOTICE_MS = 24 * 60 * 60 * 1_000;

/** The options of the provider for passwords. */
export function passwordOptions(mails: AccountMails, { passwordHashing, hasMailServer }: BuiltInOptions) {
  return {
    enabled: true,
    // Then a sign-up gets the same response whether the address has an account or not, and its owner learns it by email.
    autoSignIn: !hasMailServer,
    onExistingUserSignUp: async ({ user }) =>
      mails.add({ ...mailTo(user), kind: 'account-exists', token: null, lifetimeMs: NOTICE_MS }),
    minPasswordLength: 8,
    maxPasswordLength: 128,
    ...(passwordHashing && { password: passwordHashing }),
    revokeSessionsOnPasswordReset: true,
    resetPasswordTokenExpiresIn: RESET_LIFETIME_SECONDS,
    sendResetPassword: async ({ user, token }) =>
      mails.add({ ...mailTo(user), kind: 'password-reset', token, lifetimeMs: RESET_LIFETIME_SECONDS * 1_000 }),
  } satisfies BetterAuthOptions['emailAndPassword'];
}

/** The notice that a password was changed or reset, with what a reset has ended. */
export function passwordChangedMail(
  user: Pick<User, 'id' | 'email' | 'name'>,
  ended: EndedAccess | null = null,
): AccountMail {
  const counts = Object.entries(ended ?? {}).map(([name, count]) => [name, String(count)]);
  const facts = Object.fromEntries(counts);
  return { ...mailTo(user), kind: 'password-changed', token: null, lifetimeMs: NOTICE_MS, facts };
}

function mailTo({ id, email, name }: Pick<User, 'id' | 'email' | 'name'>) {
  return { accountId: id, to: email, name, facts: {} };
}

type PasswordRequest = {
  path: string;
  body: Record<string, unknown> | undefined;
  findUser: () => Promise<Pick<User, 'email' | 'name'> | null>;
  adapter: {
    findVerificationValue: (identifier: string) => Promise<{ value: string } | null>;
    findUserById: (id: string) => Promise<Pick<User, 'email' | 'name'> | null>;
  };
};

/** Rejects a new password that guessing finds soon, also by the address and the name of its user. */
export async function refuseGuessablePassword(request: PasswordRequest): Promise<void> {
  const { path, body = {} } = request;
  const password = path === '/sign-up/email' ? body.password : body.newPassword;
  if (typeof password !== 'string') return;
  const user = await findUserOf(request);
  const words = [user?.email, user?.name, 'Meadow'].filter((word) => typeof word === 'string');
  if (await isGuessable(password, words)) throw new APIError('BAD_REQUEST', { code: 'PASSWORD_TOO_COMMON' });
}

async function findUserOf({ path, body = {}, findUser, adapter }: PasswordRequest) {
  if (path === '/sign-up/email') return body as { email?: unknown; name?: unknown };
  if (path !== '/reset-password') return findUser();
  const reset = await adapter.findVerificationValue(`reset-password:${body.token}`);
  return reset === null ? null : adapter.findUserById(reset.value);
}
