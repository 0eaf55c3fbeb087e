import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

const FOLDER = '/usr/share/zoneinfo';
const RELEASE = /\b(20\d\d[a-z])\b/;

/** The release of the zone data that the operating system has, such as `2026f`; null if it does not say. */
export async function findSystemZoneVersion(folder = FOLDER): Promise<string | null> {
  for (const name of ['tzdata.zi', '+VERSION']) {
    const text = await readFile(join(folder, name), 'utf8').catch(() => '');
    const release = RELEASE.exec(text.slice(0, text.indexOf('\n') + 1 || undefined))?.[1];
    if (release !== undefined) return release;
  }
  return null;
}
