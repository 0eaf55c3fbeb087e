import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { deriveFiles, findStaleFiles, type GeneratedFile } from '../../scripts/generated-files.ts';
import { createTestDatabase } from '../database/database.ts';

let files: GeneratedFile[];

beforeAll(async () => {
  const database = await createTestDatabase(inject('clusterUrl'));
  afterAll(database.drop);
  files = await deriveFiles(database.url);
});

describe('The generated files', () => {
  test('are what the migrations and the routes make of them (npm run generate)', async () => {
    expect(await findStaleFiles(files)).toEqual([]);
  });

  test('would be found stale where they differ or are missing', async () => {
    const changed = files.map((file) => ({ ...file, content: `${file.content} ` }));
    const missing = { path: 'no-such-file.txt', content: '' };
    expect(await findStaleFiles([...changed, missing])).toEqual([...files.map((file) => file.path), missing.path]);
  });
});
