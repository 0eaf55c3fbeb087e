import { copyFile, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { expect, inject, onTestFinished, test } from 'vitest';
import { createTestDatabase } from '../../../test/database.ts';
import { expectLedgerToBalance } from '../../../test/ledger.ts';
import { MIGRATIONS } from '../../app/deps.ts';
import { createDatabase } from '../../platform/db/database.ts';
import { migrate } from '../../platform/db/migrations.ts';

const WALLET = '0021_wallet.sql';

/** A database as it was before there was a ledger. */
async function databaseFromBefore() {
  const [{ url, drop }, folder] = await Promise.all([
    createTestDatabase(inject('clusterUrl'), 'template0'),
    mkdtemp(join(tmpdir(), 'migrations-')),
  ]);
  const earlier = (await readdir(MIGRATIONS)).filter((name) => name < WALLET);
  await Promise.all(earlier.map((name) => copyFile(join(MIGRATIONS, name), join(folder, name))));
  await migrate(url, folder);
  const { db, close } = createDatabase({ connectionString: url, onIdleError: () => undefined });
  onTestFinished(async () => {
    await close();
    await Promise.all([drop(), rm(folder, { recursive: true })]);
  });
  return { url, db };
}

test('people from before get their signup bonus, and what a hand gave them is in the ledger', async () => {
  const { url, db } = await databaseFromBefore();
  await sql`
    insert into profile (id, full_name, is_ai, is_active, drops_balance, role_changed_at, created_at, updated_at)
    select gen_random_uuid(), name, is_ai, is_active, balance, now(), now(), now()
    from (values ('Ada', false, true, 0), ('Blocked', false, false, 0), ('Robot', true, true, 0),
      ('Rich', false, true, 7), ('Rich robot', true, true, 9)) as given (name, is_ai, is_active, balance)`.execute(db);
  await migrate(url, MIGRATIONS);
  await expectLedgerToBalance(db);
  const rows = await db
    .selectFrom('profile')
    .leftJoin('drops_transaction', 'user_id', 'profile.id')
    .select(['full_name', 'drops_balance', 'type', 'amount', 'balance_after'])
    .orderBy('full_name')
    .orderBy('balance_after')
    .execute();
  expect(rows.map((row) => Object.values(row))).toEqual([
    ['Ada', 50, 'signup_bonus', 50, 50],
    ['Blocked', 50, 'signup_bonus', 50, 50],
    ['Rich', 57, 'admin_adjustment', 7, 7],
    ['Rich', 57, 'signup_bonus', 50, 57],
    ['Rich robot', 9, 'admin_adjustment', 9, 9],
    ['Robot', 0, null, null, null],
  ]);
});

test('a key of the bonus is the one that later first requests find', async () => {
  const { url, db } = await databaseFromBefore();
  const id = '0193aaaa-0000-7000-8000-000000000000';
  await sql`
    insert into profile (id, role_changed_at, created_at, updated_at) values (${id}, now(), now(), now())`.execute(db);
  await migrate(url, MIGRATIONS);
  const { reason_key } = await db.selectFrom('drops_transaction').select('reason_key').executeTakeFirstOrThrow();
  expect(reason_key).toBe(`signup_bonus:${id}`);
});
