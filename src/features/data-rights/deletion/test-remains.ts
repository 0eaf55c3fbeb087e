import type { Deps } from '#app/deps.ts';
import { countStatement } from '../personal-data/personal-data.store.ts';

/** What is left of a user of the tests: the rules that erase and still find a row, and the keys of files with the user's id. */
export async function findRemains({ db, clock, storage, tables }: Deps, id: string): Promise<string[]> {
  const subject = { id, emails: [`${id}@people.test`], erasedAt: clock.now() };
  const remains: string[] = [];
  for (const { name: table, deletion } of tables) {
    for (const rule of deletion.filter(({ action }) => action === 'erase')) {
      const { rows } = await countStatement(table, rule, subject).execute(db);
      if (rows[0]?.rows !== 0) remains.push(`${table}: ${rule.where}`);
    }
  }
  for await (const { key } of storage.list()) if (key.includes(id)) remains.push(key);
  return remains;
}
