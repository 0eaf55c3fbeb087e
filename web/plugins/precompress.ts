import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Plugin } from 'vite';

const COMPRESSED = /\.(js|css|svg|json)$/;
const MIN_COMPRESSED_BYTES = 1024;

/** The assets of this build and the one before, which open pages may still load. */
type Builds = [current: string[], previous: string[]];
const BUILDS = '.builds.json';

/**
 * Writes `.br` and `.gz` beside each asset that becomes smaller, so that the server compresses nothing twice. Deletes assets that
 * neither this build nor the one before wrote.
 */
export function precompress(): Plugin {
  return {
    name: 'meadow-precompress',
    apply: 'build',
    async writeBundle({ dir = '' }, bundle) {
      const files = Object.keys(bundle);
      await Promise.all(files.filter((file) => COMPRESSED.test(file)).map((file) => compress(join(dir, file))));
      await deleteFormerAssets(dir, files);
    },
  };
}

async function compress(file: string): Promise<void> {
  const content = await readFile(file);
  if (content.length < MIN_COMPRESSED_BYTES) return;
  const [brotli, zipped] = await Promise.all([
    promisify(brotliCompress)(content, { params: { [constants.BROTLI_PARAM_SIZE_HINT]: content.length } }),
    promisify(gzip)(content, { level: constants.Z_BEST_COMPRESSION }),
  ]);
  await Promise.all([writeFile(`${file}.br`, brotli), writeFile(`${file}.gz`, zipped)]);
}

async function deleteFormerAssets(dir: string, current: string[]): Promise<void> {
  const [last] = await readBuilds(join(dir, BUILDS));
  const kept = new Set([...current, ...last]);
  await writeFile(join(dir, BUILDS), JSON.stringify([current, last] satisfies Builds));
  const assets = await readdir(join(dir, 'assets'));
  const former = assets.filter((name) => !kept.has(`assets/${name.replace(/\.(br|gz)$/, '')}`));
  await Promise.all(former.map((name) => rm(join(dir, 'assets', name))));
}

async function readBuilds(file: string): Promise<Builds> {
  try {
    return JSON.parse(await readFile(file, 'utf8')) as Builds;
  } catch {
    return [[], []];
  }
}
