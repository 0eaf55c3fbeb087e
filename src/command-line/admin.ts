import { once } from 'node:events';
import { createInterface } from 'node:readline/promises';
import { MIGRATIONS } from '#app/database.ts';
import { grantSignupBonus } from '#features/wallet';
import { systemClock } from '#platform/clock.ts';
import { createDatabase } from '#platform/db/database.ts';
import { createChannelBarrier } from '#platform/db/lease/channel-lease.ts';
import { migrate } from '#platform/db/migrations.ts';
import { createIds } from '#platform/ids.ts';
import { systemRandom } from '#platform/random.ts';
import { BUILT_IN_ACCOUNTS } from '#providers/identity/identity.factory.ts';
import { ACCOUNT_CHANNEL } from '../features/account/authentication/authentication.store.ts';
import {
  findCandidates,
  type PromotionDeps,
  promoteByEmail,
} from '../features/account/authentication/promotion.actions.ts';
import type { Candidate } from '../features/account/authentication/promotion.store.ts';
import { removeSecondFactor } from '../features/account/sign-in/second-factor-removal.actions.ts';
import { type AccountCreationDeps, createAccount } from '../features/account/sign-up/account-creation.actions.ts';
import { createCommandLogger, readOwnConfig, withDatabase } from './command.ts';
import { print } from './output.ts';

/** Asks the operator whether this is the right user. */
type Confirm = (facts: string) => Promise<boolean>;

/**
 * Makes the user with this email address or id a super admin, also while a server runs. Shows the user and asks for confirmation,
 * unless `isConfirmed`. Rejects if no user or several users match, or if there is no terminal to ask on.
 */
export async function createAdmin(
  emailOrId: string,
  options: { isConfirmed: boolean; isDemo: boolean; isNew: boolean },
): Promise<void> {
  const config = readOwnConfig(options);
  await withAdminDeps(config, async (deps) => {
    const confirm = options.isConfirmed ? printFacts : askOperator('Make this user a super admin?');
    if (options.isNew) {
      if (config.identity !== null)
        throw new Error('Your identity provider has the accounts. Create the account there.');
      print(await createAccountOfOperator(deps, emailOrId));
    }
    print(await promoteConfirmed(deps, emailOrId, confirm));
  });
}

/** Removes the second factor of a user who lost it. Rejects as `createAdmin` does. */
export async function removeFactor(
  emailOrId: string,
  options: { isConfirmed: boolean; isDemo: boolean },
): Promise<void> {
  await withAdminDeps(readOwnConfig(options), async (deps) => {
    const confirm = options.isConfirmed ? printFacts : askOperator('Remove the second factor of this user?');
    print(await removeFactorConfirmed(deps, emailOrId, confirm));
  });
}

async function withAdminDeps(
  config: ReturnType<typeof readOwnConfig>,
  work: (deps: PromotionDeps & AccountCreationDeps) => Promise<void>,
): Promise<void> {
  await withDatabase(config, createCommandLogger(), async (addresses) => {
    await migrate(addresses.direct, MIGRATIONS);
    const database = createDatabase({ connectionString: addresses.direct, onIdleError: () => undefined });
    try {
      const ids = createIds(systemClock, systemRandom);
      const onUsersCreated: PromotionDeps['onUsersCreated'] = (tx, userIds) =>
        grantSignupBonus({ clock: systemClock, ids }, tx, userIds);
      const base = { db: database.db, clock: systemClock, ids, random: systemRandom };
      const awaitInvalidation = createChannelBarrier(database.db, ACCOUNT_CHANNEL);
      await work({ ...base, onUsersCreated, awaitInvalidation, identityAccounts: BUILT_IN_ACCOUNTS });
    } finally {
      await database.close();
    }
  });
}

/** Creates an account, and returns its password as text. Rejects if the email address is none or has an account. */
export async function createAccountOfOperator(deps: AccountCreationDeps, email: string): Promise<string> {
  if (!/^[^@\s]+@[^@\s]+$/.test(email)) throw new Error(`${email} is not an email address.`);
  const { password } = await createAccount(deps, null, { email, name: email.replace(/@.*/, '') });
  return `The account has this password. Change it after the first sign-in:\n\n  ${password}\n`;
}

/** Removes the second factor if `confirm` resolves to true, and returns the result as text. */
export async function removeFactorConfirmed(
  deps: PromotionDeps & AccountCreationDeps,
  emailOrId: string,
  confirm: Confirm,
): Promise<string> {
  const user = await requireUser(deps, emailOrId);
  if (!(await confirm(factsOf(user)))) return 'Nothing was changed.';
  return (await removeSecondFactor(deps, user.id))
    ? `${user.id} signs in without a second factor now. Ask the user to set up another one.`
    : `${user.id} has no second factor.`;
}

/** Promotes the user if `confirm` resolves to true, and returns the result as text. Rejects if not exactly one user matches. */
export async function promoteConfirmed(deps: PromotionDeps, emailOrId: string, confirm: Confirm): Promise<string> {
  const user = await requireUser(deps, emailOrId);
  if (!(await confirm(factsOf(user)))) return 'Nothing was changed.';
  const result = await promoteByEmail(deps, user.id);
  if (result === 'already') return `${user.id} is already a super admin.`;
  if (result !== 'promoted') throw new Error(`${user.id} does not exist any more. Run this command again.`);
  return `${user.id} is now a super admin. This takes effect with the next access token.`;
}

async function requireUser(deps: PromotionDeps, emailOrId: string): Promise<Candidate> {
  const [user, ...others] = await findCandidates(deps, emailOrId);
  if (user === undefined) {
    throw new Error(
      `No user has the email address or id ${emailOrId}. Sign up first, then run this command again. If sign-up is closed, add --new.`,
    );
  }
  if (others.length > 0) {
    throw new Error(
      `Several users have the email address ${emailOrId}. Run this command again with the id of one of them:\n\n${[user, ...others].map(factsOf).join('\n\n')}`,
    );
  }
  return user;
}

function factsOf({ id, full_name, email, email_verified, is_active, role, signed_up_at }: Candidate): string {
  return [
    `  name     ${visible(full_name) || '(none)'}`,
    `  id       ${id}`,
    `  email    ${visible(email ?? '(none)')}${email_verified ? '' : ' (not verified: it may belong to another person)'}`,
    `  since    ${signed_up_at.toISOString()}`,
    ...(role === 'super_admin' ? ['  role     super admin'] : []),
    ...(is_active ? [] : ['  inactive']),
  ].join('\n');
}

/** Removes control characters: users choose their names, and terminals obey them. */
function visible(text: string): string {
  return text.replaceAll(/\p{C}/gu, '');
}

const printFacts: Confirm = async (facts) => {
  print(facts);
  return true;
};

const askOperator =
  (question: string): Confirm =>
  async (facts) => {
    print(facts);
    if (!process.stdin.isTTY) throw new Error('There is no terminal to ask on. If this is the right user, add --yes.');
    const terminal = createInterface({ input: process.stdin, output: process.stdout });
    try {
      const closed = once(terminal, 'close').then(() => '');
      const answer = await Promise.race([terminal.question(`${question} (y/N) `), closed]);
      return /^y(es)?$/i.test(answer.trim());
    } finally {
      terminal.close();
    }
  };
