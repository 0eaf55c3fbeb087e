// Bundles the server with its packages: loading some files in place of 3,800 takes a third of the time (decision 68).
import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';

const ROOT = join(import.meta.dirname, '..');
const SOURCE = join(ROOT, 'src');
const FILES = readdirSync(SOURCE, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile())
  .map(({ parentPath, name }) => toPath(relative(SOURCE, join(parentPath, name))));

/** Programs are at the root of the sources. What threads load keeps its path: they get it by its URL (`platform/workers`). */
const ENTRIES = new Set([
  'platform/workers/thread.ts',
  ...FILES.filter(isCode).flatMap((file) => (file.includes('/') ? filesOfThreads(file) : [file])),
]);

/** Native code, or files of their own beside their code. */
const EXTERNAL = ['libheif-js', 'piscina', 'sharp'];

export default {
  root: ROOT,
  publicDir: false,
  plugins: [urlsOfSources(), narrowLetters(), assets(), onlyThisBuild()],
  resolve: { alias: { '@meadow/embedded-postgres': join(ROOT, 'packages', 'embedded-postgres', 'src', 'index.ts') } },
  ssr: { noExternal: true, external: EXTERNAL },
  build: {
    ssr: true,
    // Of the folder only what this build has made stays, except for the web client.
    emptyOutDir: false,
    target: 'node20',
    minify: false,
    sourcemap: true,
    reportCompressedSize: false,
    rolldownOptions: {
      input: Object.fromEntries([...ENTRIES].map((file) => [file.replace(/\.ts$/, ''), join(SOURCE, file)])),
      output: {
        entryFileNames: '[name].js',
        chunkFileNames: 'chunks/[name]-[hash].js',
        // Threads find functions by their names.
        keepNames: true,
      },
    },
  },
};

function isCode(file) {
  return file.endsWith('.ts') && !file.endsWith('.test.ts');
}

function filesOfThreads(file) {
  const urls = readFileSync(join(SOURCE, file), 'utf8').matchAll(/new URL\('(\.[^']+\.ts)', import\.meta\.url\)/g);
  return [...urls].map(([, path]) => toPath(join(dirname(file), path)));
}

/** Lets each module find the files beside it as if it were not bundled. */
function urlsOfSources() {
  return {
    name: 'meadow-urls',
    transform(code, id) {
      if (!id.startsWith(SOURCE + sep)) return null;
      const file = toPath(relative(SOURCE, id)).replace(/\.ts$/, '.js');
      // Lines stay, so that the source map does.
      return {
        code: code
          .replaceAll('import.meta.dirname', `(import.meta.dirname + '/%ROOT%${dirname(file)}')`)
          .replaceAll('import.meta.url', `new URL('%ROOT%${file}', import.meta.url).href`),
        map: null,
      };
    },
    renderChunk(code, { fileName }) {
      const root = '../'.repeat(fileName.split('/').length - 1) || './';
      return { code: code.replaceAll('%ROOT%', root), map: null };
    },
  };
}

/** V8 stores a file with two bytes for each letter if one needs them, as an ellipsis in a comment does: 7 MB more. */
function narrowLetters() {
  const escapeLetter = (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`;
  return {
    name: 'meadow-narrow-letters',
    generateBundle(_options, bundle) {
      for (const file of Object.values(bundle)) {
        if (file.type === 'chunk') file.code = file.code.replace(/[\u0100-\uffff]/g, escapeLetter);
      }
    },
  };
}

function assets() {
  return {
    name: 'meadow-assets',
    generateBundle() {
      for (const fileName of FILES.filter((file) => file.includes('/assets/'))) {
        this.emitFile({ type: 'asset', fileName, source: readFileSync(join(SOURCE, fileName)) });
      }
    },
  };
}

/** Removes files of earlier builds after the new ones are written: all of them count for the digest of the code. */
function onlyThisBuild() {
  return {
    name: 'meadow-only-this-build',
    writeBundle({ dir }, bundle) {
      for (const entry of readdirSync(dir, { recursive: true, withFileTypes: true })) {
        const path = join(entry.parentPath, entry.name);
        const file = toPath(relative(dir, path));
        if (entry.isFile() && !file.startsWith('web/') && !(file in bundle)) rmSync(path);
      }
    },
  };
}

function toPath(file) {
  return file.split(sep).join('/');
}
