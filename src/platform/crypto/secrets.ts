import { hkdfSync, timingSafeEqual } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { codeOf } from '../errors.ts';
import type { Random } from '../random.ts';
import { digestOf } from './digest.ts';

const KEY_BYTES = 32;

/**
 * Reads the key in the file at `path`, or creates it: 32 bytes, readable for the owner only.
 * If the file is lost, so is the data that is encrypted with it.
 */
export async function readOrCreateKey(path: string, random: Random): Promise<Buffer> {
  await mkdir(dirname(path), { recursive: true });
  const fresh = Buffer.from(random.bytes(KEY_BYTES)).toString('base64');
  try {
    // With `wx`, one of several starting processes writes the file and the others read it below.
    await writeFile(path, `${fresh}\n`, { flag: 'wx', mode: 0o600 });
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error;
  }
  return parseKey(path, await readFile(path, 'utf8'));
}

/** Reads the key in the file at `path`. Null if there is none. */
export async function readKey(path: string): Promise<Buffer | null> {
  try {
    return parseKey(path, await readFile(path, 'utf8'));
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return null;
    throw error;
  }
}

/** Writes the key to the file at `path`, readable for the owner only. Replaces an existing key. */
export async function writeKey(path: string, key: Buffer): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  const draft = `${path}.${process.pid}.part`;
  await writeFile(draft, `${key.toString('base64')}\n`, { mode: 0o600, flush: true });
  await rename(draft, path);
}

function parseKey(path: string, text: string): Buffer {
  const key = Buffer.from(text, 'base64');
  if (key.length !== KEY_BYTES)
    throw new Error(`The file ${path} must hold 32 bytes in base64. Restore it from a backup.`);
  return key;
}

/** Derives the secret of one purpose from the key (HKDF, RFC 5869). */
export function deriveSecret(key: Buffer, purpose: string): string {
  return Buffer.from(hkdfSync('sha256', key, '', purpose, KEY_BYTES)).toString('base64url');
}

/** Checks whether a text is one of the secrets, in constant time. */
export function createSecretCheck(secrets: readonly string[]): (text: string) => boolean {
  const digests = secrets.map(digestOf);
  return (text) => {
    const digest = digestOf(text);
    return digests.map((expected) => timingSafeEqual(expected, digest)).includes(true);
  };
}
