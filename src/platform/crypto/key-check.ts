import { type Kysely, sql } from 'kysely';
import type { Db } from '../db/database.ts';
import type { DB } from '../db/tables.generated.ts';
import type { SecretBox } from './secret-box.ts';

/** `new`: the database has no key yet. `former`: it was last used with a former key. */
export type KeyState = 'current' | 'former' | 'wrong' | 'new';

const WORD = 'meadow';
const CONTEXT = 'encryption key check';

/** Whether the keys of the box open the secrets of this database. */
export async function readKeyState(db: Db, box: SecretBox): Promise<KeyState> {
  const sealed = await findSealedWord(db);
  return sealed === undefined ? 'new' : await stateOf(sealed, box);
}

/**
 * Like `readKeyState`, and records the key: a new database gets the sealed word, and a word of a former key is sealed again.
 * One of concurrent nodes writes. `isOurs` decides about a database without a key that is not empty.
 */
export async function claimKey(db: Db, box: SecretBox, isOurs: () => Promise<boolean>): Promise<KeyState> {
  const known = await findSealedWord(db);
  if (known === undefined) {
    if (!(await isOurs())) return 'wrong';
    await sql`
      insert into encryption_key_check (sealed) values (${await box.seal(WORD, CONTEXT)}) on conflict do nothing`.execute(
      db,
    );
    return readKeyState(db, box);
  }
  const state = await stateOf(known, box);
  if (state === 'former') {
    await sql`
      update encryption_key_check set sealed = ${await box.seal(WORD, CONTEXT)} where sealed = ${known}`.execute(db);
  }
  return state;
}

/** Removes the record, so that the next start accepts any key. */
export async function forgetKey(tx: Kysely<DB>): Promise<void> {
  await tx.deleteFrom('encryption_key_check').execute();
}

async function findSealedWord(db: Db): Promise<string | undefined> {
  return (await db.selectFrom('encryption_key_check').select('sealed').executeTakeFirst())?.sealed;
}

async function stateOf(sealed: string, box: SecretBox): Promise<KeyState> {
  if ((await box.open(sealed, CONTEXT)) !== WORD) return 'wrong';
  return box.isCurrent(sealed) ? 'current' : 'former';
}
