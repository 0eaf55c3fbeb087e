// node --import tsx scripts/client-types.ts   makes the types of the client from openapi.json, unless they are of this description.
import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describeApiTypes } from '../packages/client/generate-types.ts';

const ROOT = join(import.meta.dirname, '..');
const DESCRIPTION = join(ROOT, 'openapi.json');
const TYPES = join(ROOT, 'packages', 'client', 'src', 'api.generated.ts');

/** Writes the types, which are no part of the repository. Each diff of openapi.json is read in their place. */
export async function makeClientTypes(): Promise<void> {
  const description = await readFile(DESCRIPTION, 'utf8');
  const heading = `// Generated from openapi.json (${createHash('sha256').update(description).digest('hex')}). Do not edit.\n\n`;
  const present = await readFile(TYPES, 'utf8').catch(() => '');
  if (present.startsWith(heading)) return;
  await writeFile(TYPES, heading + (await describeApiTypes(JSON.parse(description))));
}

if (process.argv[1] === import.meta.filename) await makeClientTypes();
