import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createLogger } from '#platform/log.ts';
import { startSecondNode } from '#test/second-node.ts';
import { startTestApp } from '#test/start-test-app.ts';
import { packsOf } from '../../tone-pack/test-packs.ts';
import { countStatement } from '../personal-data/personal-data.store.ts';
import { CANARY, dumpTables, listColumnsWithoutCanary, plantCanaries } from './test-canaries.ts';

const app = await startTestApp();
const { deps, person } = app;
const logged: string[] = [];
const node = await startSecondNode(app, createLogger('trace', { write: (line: string) => void logged.push(line) }));

const HEX = Buffer.from(CANARY).toString('hex');
const hasCanary = (text: string) => text.includes(CANARY) || text.includes(HEX);

/** The paths of all files of the server whose name or content has a canary. */
async function filesWithCanary(): Promise<string[]> {
  const entries = await readdir(deps.config.dataDirectory, { recursive: true, withFileTypes: true });
  const paths = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  const contents = await Promise.all(paths.map((path) => readFile(path, 'latin1')));
  return paths.filter((path, index) => hasCanary(path) || hasCanary(contents[index] ?? ''));
}

test('erases every text that a user can write: in the database, in files and in logs', async () => {
  const email = `${CANARY}@people.test`;
  const ada = { ...(await person({ email, name: `Ada ${CANARY}` })), email };
  const ben = await person();
  expect(await plantCanaries(deps, ada, ben)).toEqual([]);

  const { giveDrops, offer, purchase } = packsOf(app);
  await giveDrops(ben, 20);
  const pack = await offer(ada, 5, { name: `Pack of ${CANARY}`, description: CANARY });
  expect((await purchase(ben, pack)).status).toBe(201);
  await app.call(ada, 'PUT', '/api/user/profile', { full_name: `Ada ${CANARY}` });
  const avatar = `avatars/${ada.id}-${CANARY}.webp`;
  await deps.db
    .updateTable('profile')
    .set({ avatar_url: `http://meadow.test/media/${avatar}`, preferences: JSON.stringify({ theme: CANARY }) })
    .where('id', '=', ada.id)
    .execute();
  for (const key of [
    avatar,
    'photos/canary-small.webp',
    'backgrounds/canary.webp',
    'backgrounds/canary-trash.webp',
    'backgrounds/canary-temporary.webp',
    'imported/canary.webp',
    'check-ins/canary-photo.webp',
    'check-ins/canary-tile.webp',
  ]) {
    await deps.storage.put(key, Buffer.from(CANARY));
  }
  const mails = await deps.db.selectFrom('outgoing_mail').select('id').where('subject', 'like', `${CANARY}%`).execute();
  expect(mails).toHaveLength(4);
  for (const { id } of mails) await deps.mail.send({ id, to: email, subject: CANARY, html: CANARY, text: CANARY });

  expect(await listColumnsWithoutCanary(deps)).toEqual([]);
  expect(await filesWithCanary()).toHaveLength(8 + mails.length);

  // What triggers have published lasts an hour, and its kinds are no text of a user. What the deletion publishes is looked at.
  await deps.db.deleteFrom('event_outbox').execute();
  const { status, body } = await node.call(ada, 'DELETE', '/api/user/account', {
    confirm: 'DELETE',
    immediately: true,
  });
  const failures = logged.filter((line) => /warn|error/.test(line)).join('');
  expect([status, body], failures).toMatchObject([200, { is_erased: true }]);

  const dumped = await dumpTables(deps);
  // The islands have a time zone.
  dumped.delete('zone_period');
  const tables = [...dumped].filter(([, rows]) => hasCanary(rows)).map(([table]) => table);
  expect(tables).toEqual([]);
  expect(await filesWithCanary()).toEqual([]);
  expect(logged.filter(hasCanary)).toEqual([]);
  expect(logged.length).toBeGreaterThan(0);

  // What is left is what the tables keep.
  const subject = { id: ada.id, emails: [email], erasedAt: deps.clock.now() };
  const left: string[] = [];
  for (const { name: table, deletion } of deps.tables) {
    for (const rule of deletion) {
      const { rows } = await countStatement(table, rule, subject).execute(deps.db);
      if (rule.action === 'erase' && rows[0]?.rows !== 0) left.push(`${table} ${rule.where}`);
    }
  }
  expect(left).toEqual([]);
  const mentions = await deps.db
    .selectFrom('journal_entry')
    .select(['content', 'mentions'])
    .where('user_id', '=', ben.id)
    .execute();
  expect(mentions).toEqual([
    { content: `With @[Deleted user](${ada.id}).`, mentions: [{ user_id: ada.id, name: 'Deleted user' }] },
  ]);
  const kept = await deps.db.selectFrom('tone_pack').select(['owner_id', 'name']).where('id', '=', pack.id).execute();
  expect(kept).toEqual([{ owner_id: null, name: 'Nature' }]);
});
