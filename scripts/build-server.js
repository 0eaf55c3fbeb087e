// node scripts/build-server.js <folder>   builds the server into a folder, if its sources are newer than the last build
import { join, resolve } from 'node:path';
import { viteBuild } from './vite-build.js';

const folder = resolve(process.argv[2] ?? 'dist');
const config = join('scripts', 'server.vite.config.js');

viteBuild({
  name: 'server',
  sources: ['src', join('packages', 'embedded-postgres', 'src'), config],
  built: join(folder, 'main.js'),
  parameters: ['--config', config, '--outDir', folder],
});
