import fc, { type GeneratorValue } from 'fast-check';
import { sql } from 'kysely';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { TABLES } from '#app/tables.ts';
import { collectionsOf } from '#platform/db/table/tables.ts';
import { type Person, startTestApp } from '#test/start-test-app.ts';
import { byTier } from '#test/tier.ts';
import { readZip } from '#test/zip.ts';
import type { CollectionRecord } from '../../collection/collection.store.ts';
import { writeGeneratedAccount } from '../test-accounts.ts';
import { createImportCalls } from '../test-imports.ts';

/*
 * Accounts with records of every collection are exported, imported into an empty account and exported again: each record and picture of
 * the first export must be in the second one, in the same collection, and nothing else but what the new account has itself.
 */

const RUNS = byTier(4, 30);

const app = await startTestApp();
const { deps, server } = app;
const { run } = createImportCalls(app);

const COLLECTIONS = collectionsOf(TABLES);

/** Their records are rows of the account again. Those of other collections are kept as history, marked as imported. */
const RESTORED = new Set(
  COLLECTIONS.flatMap(({ name, isRestored }) => (isRestored && name !== 'account/profile' ? [name] : [])),
);
/** An export contains the entries of other users only if shared, so sharing is not imported. */
const SHARING = ['metadata_visibility', 'content_visibility', 'team_id', 'org_id'];

type Export = { records: Map<string, CollectionRecord[]>; files: Map<string, Buffer> };

async function exportOf({ token }: Person): Promise<{ bytes: Buffer; content: Export }> {
  const response = await server.inject({ url: '/api/user/export', headers: { authorization: `Bearer ${token}` } });
  expect(response.statusCode).toBe(200);
  const files = await readZip(response.rawPayload);
  const records = COLLECTIONS.map(({ name }): [string, CollectionRecord[]] => {
    const lines = (files.get(`data/${name}.ndjson`)?.toString() ?? '').split('\n').filter((line) => line !== '');
    return [name, lines.map((line) => JSON.parse(line))];
  });
  return { bytes: response.rawPayload, content: { records: new Map(records), files } };
}

/** Names for the ids of restored records, which are new in the other account. Within an account their instants of creation differ. */
function namesOf({ records }: Export): Map<string, string> {
  const restored = [...RESTORED].flatMap((name) => (records.get(name) ?? []).map((record) => ({ name, record })));
  return new Map(
    restored
      .filter(({ name, record }) => name !== 'journal/photos' && record.imported !== true)
      .map(({ name, record }) => [String(record.id), `${name} ${record.created_at}`]),
  );
}

/** Size and colour, which survive another encoding. */
async function describePicture(file: Buffer): Promise<string> {
  const { data, info } = await sharp(file)
    .removeAlpha()
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true });
  const levels = [...data.subarray(0, 3)].map((level) => Math.round(level / 127));
  return `${info.width}x${info.height} ${levels}`;
}

/** The records of a collection as texts, with their pictures, without what an import changes. */
async function normalized(
  name: string,
  records: readonly CollectionRecord[],
  { files }: Export,
  names: ReadonlyMap<string, string>,
): Promise<string[]> {
  const texts = records.map(async ({ imported: _, ...record }) => {
    const path = record.file ?? record.background_file;
    const file = typeof path === 'string' ? files.get(path) : undefined;
    if (typeof path === 'string' && file === undefined) throw new Error(`${path} is missing`);
    const picture = file === undefined ? null : await describePicture(file);
    delete record.file;
    delete record.background_file;
    if (RESTORED.has(name)) for (const field of SHARING) delete record[field];
    if (name === 'journal/photos') for (const field of ['id', 'color', 'created_at']) delete record[field];
    if (RESTORED.has(name)) {
      for (const [field, id] of Object.entries(record)) record[field] = names.get(String(id)) ?? id;
    }
    if (name === 'music/plays') delete record.id;
    return JSON.stringify([Object.entries(record).sort(([left], [right]) => (left < right ? -1 : 1)), picture]);
  });
  return (await Promise.all(texts)).sort();
}

/** What an import must not change: the balance, and everything that activity brings. */
async function readEffects(userId: string): Promise<unknown> {
  const { rows } = await sql`
    select drops_balance,
      (select count(*) from drops_transaction where user_id = profile.id) as transactions,
      (select count(*) from check_in where user_id = profile.id) + (select count(*) from chain where user_id = profile.id)
        + (select count(*) from workout_window where user_id = profile.id)
        + (select count(*) from squad where profile.id in (user_1_id, user_2_id, user_3_id)) as workouts,
      (select count(*) from drop_sent where profile.id in (sender_id, recipient_id))
        + (select count(*) from drop_sender where user_id = profile.id)
        + (select count(*) from badge where user_id = profile.id) as encouragement,
      (select count(*) from journal_entry where user_id = profile.id and not is_imported)
        + (select count(*) from satisfaction_entry where user_id = profile.id and not is_imported)
        + (select count(*) from sleep_entry where user_id = profile.id and not is_imported)
        + (select count(*) from action_note where user_id = profile.id and not is_imported) as activity
    from profile where id = ${userId}`.execute(deps.db);
  return rows[0];
}

const seen = new Map<string, number>();

async function staysWhole(g: GeneratorValue): Promise<void> {
  const [ada, ben, cleo, eve] = [
    await app.person({ email_verified: true }),
    await app.person(),
    await app.person(),
    await app.person(),
  ] as const;
  await writeGeneratedAccount(app, g, ada, [ben, cleo]);
  const first = await exportOf(ada);
  const effects = await readEffects(eve.id);
  const done = await run(eve, first.bytes);
  expect(done).toMatchObject({ status: 'completed', left_out: [] });
  expect(await readEffects(eve.id)).toEqual(effects);
  const second = await exportOf(eve);
  const [namesBefore, namesAfter] = [namesOf(first.content), namesOf(second.content)];
  const lost: unknown[] = [];
  for (const { name } of COLLECTIONS) {
    const before = first.content.records.get(name) ?? [];
    const after = (second.content.records.get(name) ?? []).filter(
      ({ imported }) => imported === true || RESTORED.has(name),
    );
    seen.set(name, (seen.get(name) ?? 0) + before.length);
    const expected = await normalized(name, before, first.content, namesBefore);
    // Records of the history keep the ids that they had.
    const found = [
      ...(await normalized(
        name,
        after.filter(({ imported }) => imported === true),
        second.content,
        namesBefore,
      )),
      ...(await normalized(
        name,
        after.filter(({ imported }) => imported !== true),
        second.content,
        namesAfter,
      )),
    ].sort();
    const missing = expected.filter((record) => !found.includes(record));
    const added = found.filter((record) => !expected.includes(record));
    if (JSON.stringify(found) !== JSON.stringify(expected)) lost.push({ name, missing, added });
  }
  expect(lost).toEqual([]);
  const avatars = [first, second].map(({ content }) => content.files.get('media/avatar.webp') ?? Buffer.alloc(0));
  const [before, after] = await Promise.all(avatars.map(describePicture));
  expect(after).toBe(before);
}

test('an export of a generated account loses nothing on an empty account, and counts for nothing', {
  timeout: 600_000,
}, async () => {
  await fc.assert(fc.asyncProperty(fc.gen(), staysWhole), {
    numRuns: RUNS,
    // Each shorter account costs an export and an import.
    endOnFailure: true,
    ...byTier({ seed: 1 }, {}),
  });
  expect([...seen].filter(([, records]) => records === 0)).toEqual([]);
});
