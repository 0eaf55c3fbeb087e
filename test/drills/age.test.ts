import { execFileSync } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { type Part, readArchive, writeArchive } from '#platform/backup/archive.ts';
import { readIdentities } from '#platform/backup/encryption.ts';

/** The program `age` of the distribution reads our encrypted backups, and we read its own. */

const folder = await mkdtemp(join(tmpdir(), 'meadow-age-'));
afterAll(() => rm(folder, { recursive: true }));
const path = (name: string) => join(folder, name);

execFileSync('age-keygen', ['-o', path('key.txt')], { stdio: 'ignore' });
const recipient = execFileSync('age-keygen', ['-y', path('key.txt')], { encoding: 'utf8' }).trim();
/** Longer than several chunks of age. */
const parts: Part[] = [
  { name: 'manifest.json', bytes: Buffer.from('{}') },
  { name: 'rows/profile/00000', bytes: Buffer.from(Array.from({ length: 500_000 }, (_, at) => (at * at) % 251)) },
];
const fill = async (add: (name: string, bytes: Uint8Array) => Promise<void>) => {
  for (const { name, bytes } of parts) await add(name, bytes);
};

async function read(file: string): Promise<Part[]> {
  const found: Part[] = [];
  const identities = await readIdentities(path('key.txt'));
  await readArchive(file, async (part) => void found.push(part), { identities });
  return found;
}

test('age decrypts an archive, and tar unpacks it', async () => {
  await writeArchive(path('ours.age'), fill, { recipients: [recipient] });
  execFileSync('age', ['--decrypt', '-i', path('key.txt'), '-o', path('ours.tar.gz'), path('ours.age')]);
  execFileSync('tar', ['-xzf', path('ours.tar.gz'), '-C', folder]);
  for (const { name, bytes } of parts) expect((await readFile(path(name))).equals(bytes)).toBe(true);
});

test('an archive that age encrypts is read', async () => {
  await writeArchive(path('plain.tar.gz'), fill);
  execFileSync('age', ['-r', recipient, '-o', path('theirs.age'), path('plain.tar.gz')]);
  expect(await read(path('theirs.age'))).toEqual(parts);
});
