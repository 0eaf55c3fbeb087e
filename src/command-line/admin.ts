import { once } from 'node:events';
import { createInterface } from 'node:readline/promises';
import { MIGRATIONS } from '../app/deps.ts';
import { findCandidates, promoteByEmail } from '../features/account/authentication/promotion.actions.ts';
import type { Candidate } from '../features/account/authentication/promotion.store.ts';
import type { AccountDeps } from '../features/account/index.ts';
import { grantSignupBonus } from '../features/wallet/index.ts';
import { systemClock } from '../platform/clock.ts';
import { createDatabase } from '../platform/db/database.ts';
import { migrate } from '../platform/db/migrations.ts';
import { createIds } from '../platform/ids.ts';
import { systemRandom } from '../platform/random.ts';
import { createCommandLogger, readOwnConfig, withDatabase } from './command.ts';
import { print } from './output.ts';

/** Whether the operator means the person of whom these facts tell. */
type Confirm = (facts: string) => Promise<boolean>;

/**
 * Makes the person with this address, or this id, a super admin, beside a running server or without. Shows who it is, and asks;
 * with `isConfirmed` it does not ask. Throws where there is none or several, or nobody can be asked.
 */
export async function createAdmin(
  addressOrId: string,
  options: { isConfirmed: boolean; isDemo: boolean },
): Promise<void> {
  await withDatabase(readOwnConfig(options), createCommandLogger(), async (connectionString) => {
    await migrate(connectionString, MIGRATIONS);
    const database = createDatabase({ connectionString, onIdleError: () => undefined });
    try {
      const ids = createIds(systemClock, systemRandom);
      const onUsersCreated: AccountDeps['onUsersCreated'] = (tx, userIds) =>
        grantSignupBonus({ clock: systemClock, ids }, tx, userIds);
      const deps = { db: database.db, clock: systemClock, ids, onUsersCreated };
      print(await promoteConfirmed(deps, addressOrId, options.isConfirmed ? printed : asked));
    } finally {
      await database.close();
    }
  });
}

/** Promotes the one person who is named, if `confirm` says so, and returns what has happened. Throws where it is not one. */
export async function promoteConfirmed(
  deps: Pick<AccountDeps, 'db' | 'clock' | 'ids' | 'onUsersCreated'>,
  addressOrId: string,
  confirm: Confirm,
): Promise<string> {
  const [person, ...others] = await findCandidates(deps, addressOrId);
  if (person === undefined) {
    throw new Error(
      `No person has signed up with the address or the id ${addressOrId} yet. Sign up first, then run this again.`,
    );
  }
  if (others.length > 0) {
    throw new Error(
      `Several people have the address ${addressOrId}. Run this again with the id of the one you mean:\n\n${[person, ...others].map(factsOf).join('\n\n')}`,
    );
  }
  if (!(await confirm(factsOf(person)))) return 'Nothing was changed.';
  const result = await promoteByEmail(deps, person.id);
  if (result === 'already') return `${person.id} has been a super admin before.`;
  if (result !== 'promoted') throw new Error(`${person.id} is gone. Run this again.`);
  return `${person.id} is a super admin now, with the next access token.`;
}

function factsOf({ id, full_name, email, email_verified, is_active, role, signed_up_at }: Candidate): string {
  return [
    `  name     ${visible(full_name) || '(none)'}`,
    `  id       ${id}`,
    `  address  ${visible(email ?? '(none)')}${email_verified ? '' : ' (not verified: anyone may have signed up with it)'}`,
    `  since    ${signed_up_at.toISOString()}`,
    ...(role === 'super_admin' ? ['  role     super admin'] : []),
    ...(is_active ? [] : ['  blocked']),
  ].join('\n');
}

/** People choose their names: none of them moves the cursor of a terminal. */
function visible(text: string): string {
  return text.replaceAll(/\p{C}/gu, '');
}

const printed: Confirm = async (facts) => {
  print(facts);
  return true;
};

const asked: Confirm = async (facts) => {
  print(facts);
  if (!process.stdin.isTTY) throw new Error('There is no terminal to ask on. If this is the right person, add --yes.');
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  try {
    const closed = once(terminal, 'close').then(() => '');
    const answer = await Promise.race([terminal.question('Make this person a super admin? (y/N) '), closed]);
    return /^y(es)?$/i.test(answer.trim());
  } finally {
    terminal.close();
  }
};
