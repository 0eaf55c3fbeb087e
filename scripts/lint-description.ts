// node --import tsx scripts/lint-description.ts   checks openapi.json by the rules that Redocly recommends. Exit code 1 if one is broken.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createConfig, lintFromString } from '@redocly/openapi-core';

const PATH = join(import.meta.dirname, '..', 'openapi.json');

const problems = await lintFromString({
  source: await readFile(PATH, 'utf8'),
  absoluteRef: PATH,
  config: await createConfig({ extends: ['recommended'] }),
});
for (const { severity, ruleId, message, location } of problems) {
  process.stdout.write(`${severity} ${ruleId} ${location[0]?.pointer ?? ''}: ${message}\n`);
}
if (problems.length > 0) process.exitCode = 1;
