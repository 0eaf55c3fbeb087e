import type { BetterAuthOptions, User } from 'better-auth';
import { APIError } from 'better-auth/api';
import { decodeJwt } from 'jose';
import { claimAddressToken, deleteLinks, findAddressToken } from './account-mail.store.ts';
import type { AccountMail } from './account-mail.ts';
import type { AccountMails } from './built-in-mails.ts';
import { invalidToken } from './built-in-take-over.ts';
import type { BuiltInOptions } from './identity.ts';

/** Longer than a night, because a new user may see the email the next day. */
const ADDRESS_TOKEN_SECONDS = 24 * 60 * 60;
const LIFETIME_MS = ADDRESS_TOKEN_SECONDS * 1_000;

const CHANGE = 'change-email-verification';
/** The first step of a change, which the owner of the former address confirms. */
const CONFIRMATION = 'change-email-confirmation';

/** The options of the provider for verified and changed addresses. */
export function addressOptions({ hasMailServer }: BuiltInOptions, mails: AccountMails) {
  return {
    emailVerification: {
      sendOnSignUp: hasMailServer,
      expiresIn: ADDRESS_TOKEN_SECONDS,
      sendVerificationEmail: async ({ user, token }) => {
        const kind = decodeJwt(token).requestType === CHANGE ? 'change' : 'verify';
        mails.add(linkMail('address-verification', user, token, { purpose: kind }));
      },
    },
    changeEmail: {
      enabled: true,
      sendChangeEmailConfirmation: async ({ user, newEmail, token }) =>
        mails.add(linkMail('address-change', user, token, { newAddress: newEmail })),
    },
  } satisfies Pick<BetterAuthOptions, 'emailVerification'> &
    Pick<NonNullable<BetterAuthOptions['user']>, 'changeEmail'>;
}

function linkMail(kind: AccountMail['kind'], user: User, token: string, facts: AccountMail['facts']): AccountMail {
  return { kind, accountId: user.id, to: user.email, name: user.name, token, lifetimeMs: LIFETIME_MS, facts };
}

/**
 * Uses up a token of an email, before the provider reads it. The provider's tokens name an address only, and are valid as long as
 * they have not expired: a token for an address that now has another account would change that one. An address is verified with
 * a session of the account: its owner need not be the one who signed up, or mistyped it.
 */
export async function admitAddressToken(
  { database, clock }: BuiltInOptions,
  token: unknown,
  findUser: () => Promise<{ id: string } | null>,
): Promise<void> {
  const text = typeof token === 'string' ? token : '';
  const found = await findAddressToken(database.db, text);
  if (found === undefined) throw invalidToken();
  if (found.expiresAt <= clock.now()) throw new APIError('BAD_REQUEST', { code: 'TOKEN_EXPIRED' });
  const { email, requestType } = decodeJwt(text);
  if (email !== found.email) throw invalidToken();
  if (requestType !== CONFIRMATION) {
    const user = await findUser();
    if (user === null) throw new APIError('UNAUTHORIZED', { code: 'UNAUTHORIZED' });
    if (user.id !== found.userId) throw new APIError('BAD_REQUEST', { code: 'INVALID_USER' });
  }
  if (!(await claimAddressToken(database.db, text))) throw invalidToken();
}

/** Tells both addresses of a change, and withdraws the links that were sent to the former one. */
export async function completeAddressChange(
  { database }: BuiltInOptions,
  mails: AccountMails,
  token: unknown,
): Promise<void> {
  const { email: former, updateTo, requestType } = decodeJwt(String(token));
  if (requestType !== CHANGE || typeof former !== 'string' || typeof updateTo !== 'string') return;
  const account = await database.db
    .selectFrom('identity_user')
    .select(['id', 'name'])
    .where('email', '=', updateTo)
    .executeTakeFirst();
  if (account === undefined) return;
  await deleteLinks(database.db, account.id);
  for (const to of [former, updateTo]) {
    const facts = { formerAddress: former, newAddress: updateTo };
    const { id: accountId, name } = account;
    mails.add({ kind: 'address-changed', accountId, name, to, token: null, lifetimeMs: LIFETIME_MS, facts });
  }
}
