// node scripts/copy-assets.js <build folder>   copies the folders `assets` of src, which the compiler leaves out
import { cpSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

const [target] = process.argv.slice(2);
copyAssets(join(import.meta.dirname, '..', 'src'), target);

function copyAssets(source, destination) {
  for (const entry of readdirSync(source, { withFileTypes: true })) {
    if (!entry.isDirectory()) continue;
    const [from, to] = [join(source, entry.name), join(destination, entry.name)];
    if (entry.name === 'assets') cpSync(from, to, { recursive: true });
    else copyAssets(from, to);
  }
}
