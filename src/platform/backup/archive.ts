import { createHash, type Hash, randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { extract, pack } from 'tar-stream';
import { codeOf } from '../errors.ts';
import { syncFolder } from '../files/sync-folder.ts';
import { DRAFT_ENDING } from './drafts.ts';
import { DecryptionError, decryptWith, encryptTo, isEncrypted, type Transform } from './encryption.ts';

/** One member of an archive, held in memory as a whole. */
export type Part = { name: string; bytes: Buffer };

/** Adds a part, and resolves once there is room for the next one. */
export type AddPart = (name: string, bytes: Uint8Array | string) => Promise<void>;

/** What an archive ends with: `digest` covers the names and bytes of all parts before it, in order. */
export type Seal = { parts: number; bytes: number; digest: string };

const SEAL = 'seal.json';

/** Parts are held in memory, so that a larger one is nothing that `writeArchive` has made. */
const MAX_PART_BYTES = 64 * 1024 * 1024;

/** Pictures do not get smaller, and rows do at any level. */
const GZIP_LEVEL = 3;

/** The file is not an archive, or not all of it, or was changed. */
export class DamagedArchiveError extends Error {
  override readonly name = 'DamagedArchiveError';
}

/**
 * Writes the parts that `fill` adds to a new tar.gz file at `path`, readable for its owner alone, and encrypted if there are
 * recipients. The file appears whole, once it is on the disk, or not at all. Memory does not grow with the number of parts.
 */
export async function writeArchive(
  path: string,
  fill: (add: AddPart) => Promise<void>,
  { recipients = [] }: { recipients?: readonly string[] } = {},
): Promise<Seal> {
  const encrypt = recipients.length > 0 ? encryptTo(recipients) : unchanged;
  const draft = `${path}.${randomUUID()}${DRAFT_ENDING}`;
  const tar = pack();
  // Open before anything can fail: a stream that is stopped while it opens its file would leave it behind.
  const handle = await open(draft, 'wx', 0o600);
  const file = handle.createWriteStream({ flush: true });
  const written = pipeline(tar, createGzip({ level: GZIP_LEVEL }), encrypt, file);
  // The promise is awaited below, after `fill`, which may take long.
  written.catch(() => undefined);
  const tally = createTally();
  const addTo = async (name: string, bytes: Buffer) => {
    const header = { name, size: bytes.length, mode: 0o600, mtime: EPOCH };
    const added = new Promise<void>((resolve, reject) => {
      tar.entry(header, bytes, (error) => (error ? reject(error) : resolve()));
    });
    // A full disk ends the pipeline, and the part would wait for ever.
    await Promise.race([added, written.then(() => added)]);
  };
  try {
    await fill(async (name, content) => {
      const bytes = Buffer.from(content as Uint8Array);
      if (bytes.length > MAX_PART_BYTES) throw new Error(`The part ${name} is too large for an archive.`);
      tally.count({ name, bytes });
      await addTo(name, bytes);
    });
    const seal = tally.end();
    await addTo(SEAL, Buffer.from(`${JSON.stringify(seal)}\n`));
    tar.finalize();
    await written;
    await rename(draft, path);
    await syncFolder(dirname(path));
    return seal;
  } catch (error) {
    tar.destroy();
    await written.catch(() => undefined);
    await rm(draft, { force: true });
    throw error;
  }
}

/**
 * Reads an archive from its beginning, part by part, and returns its seal. Throws DamagedArchiveError where the file is cut off
 * or was changed, which may show at its end alone: only then all of it is known to be as it was written. Throws DecryptionError
 * if it is encrypted and no identity fits.
 */
export async function readArchive(
  path: string,
  onPart: (part: Part) => Promise<void>,
  { identities = [] }: { identities?: readonly string[] } = {},
): Promise<Seal> {
  const tally = createTally();
  let seal: string | undefined;
  await readEntries(path, identities, async (part) => {
    if (seal !== undefined) throw damaged(path, 'something follows its end');
    if (part.name === SEAL) {
      seal = part.bytes.toString();
      return;
    }
    tally.count(part);
    await onPart(part);
  });
  if (seal === undefined) throw damaged(path, 'its end is missing');
  const found = tally.end();
  if (seal !== `${JSON.stringify(found)}\n`) throw damaged(path, 'its checksum is another one');
  return found;
}

async function readEntries(
  path: string,
  identities: readonly string[],
  onEntry: (part: Part) => Promise<void>,
): Promise<void> {
  const decrypt = (await isEncrypted(path)) ? decryptWith(identities) : unchanged;
  const tar = extract();
  const read = pipeline(createReadStream(path), decrypt, createGunzip(), tar);
  // The error is thrown below, after it has ended the loop.
  read.catch(() => undefined);
  let ownError: unknown;
  try {
    for await (const entry of tar) {
      const { name, size = 0 } = entry.header;
      if (size > MAX_PART_BYTES) throw damaged(path, 'a part is larger than any that is ours');
      const chunks: Buffer[] = [];
      for await (const chunk of entry) chunks.push(chunk as Buffer);
      try {
        await onEntry({ name, bytes: Buffer.concat(chunks) });
      } catch (error) {
        ownError = error;
        throw error;
      }
    }
    await read;
  } catch (error) {
    tar.destroy();
    await read.catch(() => undefined);
    if (error === ownError || error instanceof DamagedArchiveError || isOfFileSystem(error)) throw error;
    if (error instanceof DecryptionError) throw error;
    throw damaged(path, 'it cannot be read to its end', error);
  }
}

const unchanged: Transform = async function* unchanged(source) {
  yield* source;
};

function createTally() {
  const hash: Hash = createHash('sha256');
  let parts = 0;
  let bytes = 0;
  return {
    count: (part: Part) => {
      parts += 1;
      bytes += part.bytes.length;
      hash.update(`${JSON.stringify([part.name, part.bytes.length])}\n`).update(part.bytes);
    },
    end: (): Seal => ({ parts, bytes, digest: hash.digest('hex') }),
  };
}

function damaged(path: string, reason: string, cause?: unknown): DamagedArchiveError {
  const advice = 'Use another backup.';
  return new DamagedArchiveError(`${path} is damaged, or no backup: ${reason}. ${advice}`, { cause });
}

/** Such as ENOENT and EACCES; those of a damaged archive are of zlib, or have no code. */
function isOfFileSystem(error: unknown): boolean {
  const code = codeOf(error);
  return code !== undefined && /^E[A-Z]+$/.test(code);
}

/** The same rows and files make the same bytes. */
const EPOCH = new Date(0);
