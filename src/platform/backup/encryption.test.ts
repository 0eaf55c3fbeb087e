import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { generateX25519Identity, identityToRecipient } from 'age-encryption';
import { afterAll, expect, test } from 'vitest';
import { DamagedArchiveError, type Part, readArchive, writeArchive } from './archive.ts';
import { DecryptionError, decryptWith, encryptTo, isEncrypted, readIdentities } from './encryption.ts';

const folder = await mkdtemp(join(tmpdir(), 'meadow-encryption-'));
afterAll(() => rm(folder, { recursive: true }));
const [ada, ben, cleo] = [
  await generateX25519Identity(),
  await generateX25519Identity(),
  await generateX25519Identity(),
];
const recipients = [await identityToRecipient(ada), await identityToRecipient(ben)];
/** Longer than several chunks of age. */
const bytes = Buffer.from(Array.from({ length: 300_000 }, (_, index) => (index * index) % 251));

const path = join(folder, 'encrypted');
await writeArchive(path, (add) => add('rows', bytes), { recipients });

async function read(file: string, identities: readonly string[] = [ada]): Promise<Part[]> {
  const parts: Part[] = [];
  await readArchive(file, async (part) => void parts.push(part), { identities });
  return parts;
}

test.each([
  ['the first', ada],
  ['the second', ben],
])('%s recipient can read an encrypted archive', async (_name, identity) => {
  expect(await isEncrypted(path)).toBe(true);
  expect(await read(path, [cleo, identity])).toEqual([{ name: 'rows', bytes }]);
});

test('others cannot, and the text is not in the file', async () => {
  await expect(read(path, [cleo])).rejects.toBeInstanceOf(DecryptionError);
  await expect(read(path, [])).rejects.toBeInstanceOf(DecryptionError);
  const plain = join(folder, 'plain');
  await writeArchive(plain, (add) => add('rows', bytes));
  expect(await isEncrypted(plain)).toBe(false);
  expect(await read(plain)).toEqual([{ name: 'rows', bytes }]);
  expect((await readFile(path)).includes(bytes.subarray(0, 16))).toBe(false);
});

test.each([
  ['cut by its last byte', (whole: Buffer) => whole.subarray(0, -1)],
  ['cut after its header', (whole: Buffer) => whole.subarray(0, 400)],
  [
    'with a bit changed',
    (whole: Buffer) => Buffer.from(whole.map((byte, at) => (at === whole.length - 9 ? byte ^ 1 : byte))),
  ],
])('an encrypted archive %s is refused', async (name, damage) => {
  const damaged = join(folder, name);
  await writeFile(damaged, damage(await readFile(path)));
  await expect(read(damaged)).rejects.toBeInstanceOf(DamagedArchiveError);
});

test('a recipient that is none is named, before anything is written', () => {
  expect(() => encryptTo(['age1typo'])).toThrow('age1typo is not a recipient of age');
});

test('an identity file is read without its comments; another file is refused without its text', async () => {
  const [keys, other] = [join(folder, 'keys.txt'), join(folder, 'other.txt')];
  await writeFile(keys, `# created: 2026-01-31\n# public key: age1\n${ada}\n\n${ben}\n`);
  expect(await readIdentities(keys)).toEqual([ada, ben]);
  await writeFile(other, 'a private word');
  await expect(readIdentities(other)).rejects.toThrow(/other\.txt is not an identity file of age-keygen.*/);
  await expect(readIdentities(other)).rejects.not.toThrow('private word');
});

test('encryption and decryption of 200 MB hold a few of them in memory', async () => {
  const block = Buffer.alloc(1024 * 1024, 7);
  let [read, peakBytes] = [0, 0];
  const before = process.memoryUsage().arrayBuffers;
  async function* source() {
    for (let index = 0; index < 200; index += 1) {
      yield block;
      if (index % 10 === 0) await setImmediate();
    }
  }
  for await (const chunk of decryptWith([ada])(encryptTo(recipients)(source()))) {
    read += chunk.length;
    peakBytes = Math.max(peakBytes, process.memoryUsage().arrayBuffers - before);
    if (read % (16 * block.length) < chunk.length) await setImmediate();
  }
  expect(read).toBe(200 * block.length);
  expect(peakBytes).toBeLessThan(80 * block.length);
}, 60_000);
