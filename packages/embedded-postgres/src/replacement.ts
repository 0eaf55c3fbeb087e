import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { exists, isCode, syncDirectory } from './file-system.ts';

/** Names the cluster that takes the place of the one in `directory`, from before the first rename to after the second. */
const markerOf = (directory: string): string => `${directory}.replacing`;

/**
 * Puts the cluster in `replacement` into the place of the one in `directory`, which is kept in `former`. No server may run on either.
 * If the process dies on the way, the next start of `directory` completes it.
 */
export async function replaceCluster(directory: string, replacement: string, former: string): Promise<void> {
  const place = resolve(directory);
  if (await exists(former)) throw new Error(`${former} is in the way. Move it, or delete it.`);
  await writeFile(markerOf(place), `${resolve(replacement)}\n`, { flush: true });
  await rename(place, former);
  await completeReplacement(place);
}

/** Completes a replacement whose process died. */
export async function completeReplacement(directory: string): Promise<void> {
  const marker = markerOf(directory);
  const replacement = await readFile(marker, 'utf8').catch((error: unknown) => {
    if (isCode(error, 'ENOENT')) return null;
    throw error;
  });
  if (replacement === null) return;
  // Died before the first rename, or after the second.
  if (!(await exists(directory))) await rename(replacement.trim(), directory);
  await syncDirectory(dirname(directory));
  await rm(marker, { force: true });
}
