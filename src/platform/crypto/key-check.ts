import { type Kysely, sql } from 'kysely';
import type { Db } from '../db/database.ts';
import type { DB } from '../db/tables.generated.ts';
import type { SecretBox } from './secret-box.ts';

/** `new`: nothing tells which key this database has been used with. `former`: it has been used with a former key last. */
export type KeyState = 'current' | 'former' | 'wrong' | 'new';

const WORD = 'meadow';
const PLACE = 'encryption key check';

/** Whether the keys of the box open what this database holds. Changes nothing. */
export async function readKeyState(db: Db, box: SecretBox): Promise<KeyState> {
  const sealed = await findSealedWord(db);
  return sealed === undefined ? 'new' : await stateOf(sealed, box);
}

/**
 * The same, and from then on the database knows its key: a new one gets the sealed word, and what a former key has sealed is sealed
 * under the current one. Of several nodes at once, one writes. `isOurs` decides about a new database that has been used before.
 */
export async function claimKey(db: Db, box: SecretBox, isOurs: () => Promise<boolean>): Promise<KeyState> {
  const known = await findSealedWord(db);
  if (known === undefined) {
    if (!(await isOurs())) return 'wrong';
    await sql`
      insert into encryption_key_check (sealed) values (${await box.seal(WORD, PLACE)}) on conflict do nothing`.execute(
      db,
    );
    return readKeyState(db, box);
  }
  const state = await stateOf(known, box);
  if (state === 'former') {
    await sql`
      update encryption_key_check set sealed = ${await box.seal(WORD, PLACE)} where sealed = ${known}`.execute(db);
  }
  return state;
}

/** Lets any key be the key of this database from the next start on. */
export async function forgetKey(tx: Kysely<DB>): Promise<void> {
  await tx.deleteFrom('encryption_key_check').execute();
}

async function findSealedWord(db: Db): Promise<string | undefined> {
  return (await db.selectFrom('encryption_key_check').select('sealed').executeTakeFirst())?.sealed;
}

async function stateOf(sealed: string, box: SecretBox): Promise<KeyState> {
  if ((await box.open(sealed, PLACE)) !== WORD) return 'wrong';
  return box.isCurrent(sealed) ? 'current' : 'former';
}
