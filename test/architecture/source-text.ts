import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '..', '..');

export type SourceFile = { path: string; text: string };

/** Every TypeScript file below a folder of the repository, by its path from the root. */
export async function readSource(folder: string): Promise<SourceFile[]> {
  const names = await readdir(join(ROOT, folder), { recursive: true });
  return Promise.all(
    names
      .filter((name) => name.endsWith('.ts'))
      .map(async (name) => ({ path: `${folder}/${name}`, text: await readFile(join(ROOT, folder, name), 'utf8') })),
  );
}

/** Where production code matches, as `path:line: what`. A test file may do as it likes. */
export function findInProduction(files: readonly SourceFile[], pattern: RegExp): string[] {
  return files
    .filter(({ path }) => !/(\.test|\/test-[^/]+)\.ts$/.test(path))
    .flatMap(({ path, text }) =>
      text.split('\n').flatMap((line, index) => {
        const match = pattern.exec(line);
        return match === null ? [] : [`${path}:${index + 1}: ${match[0]}`];
      }),
    );
}
