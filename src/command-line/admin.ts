import { once } from 'node:events';
import { createInterface } from 'node:readline/promises';
import { MIGRATIONS } from '../app/deps.ts';
import {
  findCandidates,
  type PromotionDeps,
  promoteByEmail,
} from '../features/account/authentication/promotion.actions.ts';
import type { Candidate } from '../features/account/authentication/promotion.store.ts';
import { grantSignupBonus } from '../features/wallet/index.ts';
import { systemClock } from '../platform/clock.ts';
import { createDatabase } from '../platform/db/database.ts';
import { migrate } from '../platform/db/migrations.ts';
import { createIds } from '../platform/ids.ts';
import { systemRandom } from '../platform/random.ts';
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
  options: { isConfirmed: boolean; isDemo: boolean },
): Promise<void> {
  await withDatabase(readOwnConfig(options), createCommandLogger(), async (connectionString) => {
    await migrate(connectionString, MIGRATIONS);
    const database = createDatabase({ connectionString, onIdleError: () => undefined });
    try {
      const ids = createIds(systemClock, systemRandom);
      const onUsersCreated: PromotionDeps['onUsersCreated'] = (tx, userIds) =>
        grantSignupBonus({ clock: systemClock, ids }, tx, userIds);
      const deps = { db: database.db, clock: systemClock, ids, onUsersCreated };
      print(await promoteConfirmed(deps, emailOrId, options.isConfirmed ? printFacts : askOperator));
    } finally {
      await database.close();
    }
  });
}

/** Promotes the user if `confirm` resolves to true, and returns the result as text. Rejects if not exactly one user matches. */
export async function promoteConfirmed(deps: PromotionDeps, emailOrId: string, confirm: Confirm): Promise<string> {
  const [user, ...others] = await findCandidates(deps, emailOrId);
  if (user === undefined) {
    throw new Error(`No user has the email address or id ${emailOrId}. Sign up first, then run this command again.`);
  }
  if (others.length > 0) {
    throw new Error(
      `Several users have the email address ${emailOrId}. Run this command again with the id of one of them:\n\n${[user, ...others].map(factsOf).join('\n\n')}`,
    );
  }
  if (!(await confirm(factsOf(user)))) return 'Nothing was changed.';
  const result = await promoteByEmail(deps, user.id);
  if (result === 'already') return `${user.id} is already a super admin.`;
  if (result !== 'promoted') throw new Error(`${user.id} does not exist any more. Run this command again.`);
  return `${user.id} is now a super admin. This takes effect with the next access token.`;
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

const askOperator: Confirm = async (facts) => {
  print(facts);
  if (!process.stdin.isTTY) throw new Error('There is no terminal to ask on. If this is the right user, add --yes.');
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  try {
    const closed = once(terminal, 'close').then(() => '');
    const answer = await Promise.race([terminal.question('Make this user a super admin? (y/N) '), closed]);
    return /^y(es)?$/i.test(answer.trim());
  } finally {
    terminal.close();
  }
};
