// node scripts/build-web.js   builds the web client into dist/web, if its sources are newer than the last build
import { join } from 'node:path';
import { viteBuild } from './vite-build.js';

viteBuild({
  name: 'web client',
  sources: ['web', join('packages', 'client', 'src')],
  built: join(import.meta.dirname, '..', 'dist', 'web', '.builds.json'),
  parameters: ['web', '--config', join('web', 'vite.config.ts')],
});
