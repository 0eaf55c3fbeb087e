import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** The version in package.json. The path is valid for source and build. */
export async function readVersion(): Promise<string> {
  const text = await readFile(join(import.meta.dirname, '..', '..', 'package.json'), 'utf8');
  return (JSON.parse(text) as { version: string }).version;
}

/** A digest of the running code. Equal on all nodes with the same code. */
export function readBuild(): Promise<string> {
  build ??= digestOfCode(join(import.meta.dirname, '..'));
  return build;
}

let build: Promise<string> | undefined;

/** All but the web client, which the build stores beside the server. */
const IS_CODE = /^(?!web[/\\]).*\.[jt]s$/;
const IS_CHUNK = /^chunks[/\\]/;

async function digestOfCode(folder: string): Promise<string> {
  const files = (await readdir(folder, { recursive: true })).filter((path) => IS_CODE.test(path)).sort();
  // The build names a chunk by its content, and chunks are all but a few lines of the code.
  const readText = (path: string) => (IS_CHUNK.test(path) ? Buffer.alloc(0) : readFile(join(folder, path)));
  const texts = await Promise.all(files.map(readText));
  const digest = createHash('sha256');
  for (const [index, text] of texts.entries()) digest.update(`${files[index]}\0${text.byteLength}\0`).update(text);
  return digest.digest('base64url');
}
