import * as nodeModule from 'node:module';
import { join } from 'node:path';

/** Beside the build: what is in it is run, so that only the user who may replace the build should write it. */
const FOLDER = join(import.meta.dirname, '..', '..', 'dist', '.compiled');

/**
 * Stores compiled code for the next start, which then loads it in two thirds of the time. Has no effect on Node 20, which cannot do
 * this, and if the folder is not writable.
 */
export function storeCompiledCode(): void {
  // The types are those of Node 20.
  const { enableCompileCache } = nodeModule as { enableCompileCache?: (folder: string) => object };
  enableCompileCache?.(FOLDER);
}
