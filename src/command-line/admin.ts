import { MIGRATIONS } from '../deps.ts';
import { type AccountDeps, promoteByEmail } from '../features/account/account.actions.ts';
import { grantSignupBonus } from '../features/wallet/index.ts';
import { systemClock } from '../platform/clock.ts';
import { createDatabase } from '../platform/db/database.ts';
import { migrate } from '../platform/db/migrations.ts';
import { createIds } from '../platform/ids.ts';
import { systemRandom } from '../platform/random.ts';
import { createCommandLogger, readOwnConfig, withDatabase } from './command.ts';
import { print } from './output.ts';

type Welcome = AccountDeps['welcome'];

/** Makes the person with this address a super admin, beside a running server or without. Throws where nobody has it. */
export async function createAdmin(email: string, options: { isDemo: boolean }): Promise<void> {
  if (!email.includes('@')) throw new Error('Name the address: meadow admin create you@example.org');
  await withDatabase(readOwnConfig(options), createCommandLogger(), async (connectionString) => {
    await migrate(connectionString, MIGRATIONS);
    const database = createDatabase({ connectionString, onIdleError: () => undefined });
    try {
      const ids = createIds(systemClock, systemRandom);
      const welcome: Welcome = (tx, userIds) => grantSignupBonus({ clock: systemClock, ids }, tx, userIds);
      const deps = { db: database.db, clock: systemClock, ids, welcome };
      print(RESULTS[await promoteByEmail(deps, email)](email));
    } finally {
      await database.close();
    }
  });
}

const RESULTS = {
  promoted: (email: string) => `${email} is a super admin now, with the next access token.`,
  already: (email: string) => `${email} has been a super admin before.`,
  unknown: (email: string) => {
    throw new Error(`Nobody has signed up as ${email} yet. Sign up first, then run this again.`);
  },
  several: (email: string) => {
    throw new Error(
      `Several people have the address ${email}, so nobody was promoted. Give the right one another address at the identity provider, sign in, and run this with it.`,
    );
  },
};
