import { mkdir, mkdtemp, readdir, readFile, readlink, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { completeLibraryLinks } from './installation.ts';

test('missing links between libraries are made once, also by two processes at the same time', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'libraries-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  await mkdir(join(folder, 'native', 'lib'), { recursive: true });
  await writeFile(join(folder, 'native', 'lib', 'libpq.so.5.18'), 'library');
  const links = ['libpq.so', 'libpq.so.5'].map((name) => ({
    source: 'native/lib/libpq.so.5.18',
    target: `native/lib/${name}`,
  }));
  await writeFile(join(folder, 'native', 'pg-symlinks.json'), JSON.stringify(links));
  await Promise.all([completeLibraryLinks(folder), completeLibraryLinks(folder)]);
  await completeLibraryLinks(folder);
  expect(await readdir(join(folder, 'native', 'lib'))).toEqual(['libpq.so', 'libpq.so.5', 'libpq.so.5.18']);
  expect(await readlink(join(folder, 'native', 'lib', 'libpq.so.5'))).toBe('libpq.so.5.18');
  expect(await readFile(join(folder, 'native', 'lib', 'libpq.so'), 'utf8')).toBe('library');
});
