import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Reads a text file from the folder `assets` beside the calling module. Blocks, so call it at start only. */
export function readAsset(folder: string, name: string): string {
  return readFileSync(join(folder, 'assets', name), 'utf8');
}
