// npm run admin -- you@example.org   makes the person with this address a super admin, beside a running server or without.
import { existsSync } from 'node:fs';
import { readConfig } from './config.ts';
import { joinDatabase } from './database.ts';
import { MIGRATIONS } from './deps.ts';
import { type AccountDeps, promoteByEmail } from './features/account/account.actions.ts';
import { grantSignupBonus } from './features/wallet/index.ts';
import { systemClock } from './platform/clock.ts';
import { createDatabase } from './platform/db/database.ts';
import { migrate } from './platform/db/migrations.ts';
import { createIds } from './platform/ids.ts';
import { createLogger } from './platform/log.ts';
import { systemRandom } from './platform/random.ts';

async function main(email: string | undefined): Promise<string> {
  if (email === undefined || !email.includes('@'))
    throw new Error('Name the address: npm run admin -- you@example.org');
  if (existsSync('.env')) process.loadEnvFile('.env');
  const config = readConfig();
  const { connectionString, close } = await joinDatabase(config, createLogger(config.logLevel));
  try {
    await migrate(connectionString, MIGRATIONS);
    const database = createDatabase({ connectionString, onIdleError: () => undefined });
    try {
      const ids = createIds(systemClock, systemRandom);
      const welcome: Welcome = (tx, userIds) => grantSignupBonus({ clock: systemClock, ids }, tx, userIds);
      const deps = { db: database.db, clock: systemClock, ids, welcome };
      return RESULTS[await promoteByEmail(deps, email)](email);
    } finally {
      await database.close();
    }
  } finally {
    await close();
  }
}

type Welcome = AccountDeps['welcome'];

const RESULTS = {
  promoted: (email: string) => `${email} is a super admin now, with the next access token.`,
  already: (email: string) => `${email} has been a super admin before.`,
  unknown: (email: string) => {
    throw new Error(`Nobody has signed up as ${email} yet. Sign up first, then run this again.`);
  },
};

try {
  process.stdout.write(`${await main(process.argv[2])}\n`);
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
