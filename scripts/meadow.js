#!/usr/bin/env node
// npx meadow   runs the compiled command line. Installs and compiles first if there is no build.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { requireNode } from './node-version.js';

requireNode();

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const built = join(root, 'dist', 'meadow.js');

if (!existsSync(built)) {
  const { status } = spawnSync(process.execPath, [join(root, 'scripts', 'prepare.js'), '--build'], {
    stdio: 'inherit',
  });
  if (status !== 0) process.exit(1);
}
await import(pathToFileURL(built).href);
