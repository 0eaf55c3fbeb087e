import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { keepJournal } from '../../../examples/journal.ts';
import { listenOnLoopback } from '../../../test/edge/raw-http.ts';
import { startTestApp } from '../../../test/start-test-app.ts';

const { server, clock } = await startTestApp({ builtInIdentity: true });
const port = await listenOnLoopback(server);

test('examples/journal.ts prints what the README shows', async () => {
  const lines: string[] = [];
  await keepJournal(`http://127.0.0.1:${port}`, (line) => {
    clock.advance(1);
    lines.push(line);
  });
  const readme = await readFile(join(import.meta.dirname, '..', 'README.md'), 'utf8');
  expect(readme).toContain(`\`\`\`text\n${lines.join('\n')}\n\`\`\`\n`);
});
