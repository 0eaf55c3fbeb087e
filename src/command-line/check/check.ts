import type { Config } from '#app/config.ts';
import { inspectKey, keyFileOf, wrongKeyText } from '#app/encryption-key.ts';
import { INVARIANTS } from '#app/invariants.ts';
import { createDatabase } from '#platform/db/database.ts';
import { systemRandom } from '#platform/random.ts';
import { painted, showing } from '#platform/terminal.ts';
import { createCommandLogger, readOwnConfig, requireMigrated, withDatabase, withDeps } from '../command.ts';
import { print } from '../output.ts';
import { type Finding, findViolations } from './findings.ts';

/** Statements read whole tables. */
const NO_TIMEOUT_MS = 0;

/**
 * Verifies all invariants of the data, prints what breaks them, and returns whether none is broken. Changes no data, also while a server
 * runs.
 */
export async function check({ isJson }: { isJson: boolean }): Promise<boolean> {
  const config = readOwnConfig();
  const log = createCommandLogger();
  const findings = await withDatabase(config, log, async (addresses) => {
    await requireMigrated(addresses);
    await requireKey(config, addresses.direct);
    return withDeps({ config, addresses, log, queryTimeoutMs: NO_TIMEOUT_MS }, (deps) =>
      showing('Checking the data', (progress) => findViolations(deps, progress)),
    );
  });
  print(isJson ? JSON.stringify({ invariants: INVARIANTS.length, findings }) : textOf(findings));
  return findings.length === 0;
}

/** Dependencies would create a missing key, and bind the database to it. */
async function requireKey(config: Config, connectionString: string): Promise<void> {
  const { db, close } = createDatabase({ connectionString, onIdleError: () => undefined });
  try {
    const state = await inspectKey(db, config, systemRandom);
    if (state === null) {
      throw new Error(`There is no encryption key. Set ENCRYPTION_KEY, or restore the key file ${keyFileOf(config)}.`);
    }
    if (state === 'wrong') throw new Error(wrongKeyText(config));
  } finally {
    await close();
  }
}

function textOf(findings: readonly Finding[]): string {
  if (findings.length === 0) return `All ${INVARIANTS.length} invariants hold.`;
  const lines = findings.flatMap(({ name, holds, advice, violations, has_more }) => [
    `${painted('red', 'broken')}  ${painted('bold', name)}: ${holds}`,
    ...violations.map((violation) => `        ${violation}`),
    ...(has_more ? ['        and more'] : []),
    painted('dim', `        ${advice}`),
    '',
  ]);
  return [...lines, `${findings.length} of ${INVARIANTS.length} invariants do not hold.`].join('\n');
}
