import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { type Plugin, transformWithOxc } from 'vite';

/** Fonts of other scripts are kept when they are first used. */
const IS_SHELL = /\.(js|css)$|-latin-wght-normal-.*\.woff2$/;

/** Builds the service worker at `/worker.js`, with the files of the shell and a version that changes with them. */
export function worker(file: string): Plugin {
  return {
    name: 'meadow-worker',
    apply: 'build',
    generateBundle: {
      // After the entry, which is empty, was taken out: a worker that cannot load a file is not installed.
      order: 'post',
      async handler(_options, bundle) {
        const files = Object.keys(bundle)
          .filter((name) => name.startsWith('assets/') && IS_SHELL.test(name))
          .map((name) => `/${name}`)
          .sort();
        const source = readFileSync(file, 'utf8');
        const version = createHash('sha256').update(files.join('\n')).update(source).digest('hex').slice(0, 12);
        const { code } = await transformWithOxc(source, file);
        this.emitFile({
          type: 'asset',
          fileName: 'worker.js',
          source: code.replaceAll('__SHELL__', JSON.stringify({ version, files })),
        });
      },
    },
  };
}
