import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { codeOf } from '../errors.ts';

/** The ending of an archive while it is written, after its name and a random part. A crash leaves such a file. */
export const DRAFT_ENDING = '.part';

/** Longer than a backup takes. */
const MAX_DRAFT_AGE_MS = 24 * 60 * 60 * 1_000;

/** With the random part, so that files of others are never deleted. */
const DRAFT = /\.[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\.part$/;

/** Whether a file is an archive that is being written, or was. */
export function isDraft(name: string): boolean {
  return DRAFT.test(name);
}

/** Deletes what backups that were killed a day ago or earlier have left in a folder. */
export async function deleteOldDrafts(folder: string, now: Date): Promise<void> {
  for (const name of (await namesIn(folder)).filter(isDraft)) {
    const path = join(folder, name);
    const { mtime } = await stat(path);
    if (mtime.getTime() < now.getTime() - MAX_DRAFT_AGE_MS) await rm(path, { force: true });
  }
}

/** The names of the files of a folder; none if it does not exist. */
export async function namesIn(folder: string): Promise<string[]> {
  try {
    return await readdir(folder);
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return [];
    throw error;
  }
}
