// npm run generate              updates the generated files
// npm run generate -- --check   lists stale files. Exit code 1 if there are any.
import { parseArgs } from 'node:util';
import { MIGRATIONS } from '#app/database.ts';
import { migrate } from '#platform/db/migrations.ts';
import { openCluster } from '#test/database/cluster.ts';
import { createTestDatabase } from '#test/database/database.ts';
import { makeClientTypes } from './client-types.ts';
import { deriveFiles, findStaleFiles, type GeneratedFile, writeFiles } from './generated-files.ts';

async function main(): Promise<void> {
  const { values: options } = parseArgs({ options: { check: { type: 'boolean', default: false } } });
  const files = await deriveFromFreshDatabase();
  const stale = await findStaleFiles(files);
  if (!options.check) {
    await writeFiles(files);
    await makeClientTypes();
  }
  if (options.check && stale.length > 0) process.exitCode = 1;
  for (const path of stale) {
    process.stdout.write(options.check ? `${path} is stale. Update it: npm run generate\n` : `${path} updated.\n`);
  }
}

async function deriveFromFreshDatabase(): Promise<GeneratedFile[]> {
  const cluster = await openCluster(process.env.TEST_DATABASE_URL);
  try {
    const database = await createTestDatabase(cluster.url, 'template0');
    try {
      await migrate(database.url, MIGRATIONS);
      return await deriveFiles(database.url);
    } finally {
      await database.drop();
    }
  } finally {
    await cluster.close();
  }
}

await main();
