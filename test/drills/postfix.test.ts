import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, describe, expect, onTestFinished, test } from 'vitest';
import { findFreePort } from '../free-port.ts';
import { buildService } from '../process/service.ts';
import { runCommand } from './run-command.ts';
import { startBuiltNode } from './servers/node.ts';
import { startPostfix } from './servers/postfix.ts';
import { addressAt, startPrimary } from './servers/postgres.ts';

const ROOT = join(import.meta.dirname, '..', '..');
const PROGRAM = join(ROOT, 'deploy', 'mail', 'meadow-mail');
const DOMAIN = 'journal.example';

/** The lines of docs/operations.md. */
const manual = await readFile(join(ROOT, 'docs', 'operations.md'), 'utf8');
const [, service = ''] = /`(meadow unix [^`]+)`/.exec(manual) ?? [];
const settings = [...manual.matchAll(/`((?:virtual_|meadow_)\w+ = [^`]+)`/g)].map(([, line]) => line).join('\n');

/** The exit code of the program for an email, and the bodies that the server got. */
async function exitCodeOf(words: string[], source = 'Subject: a\n\nb\n'): Promise<number> {
  const shell = `printf '%s' "$SOURCE" | "$0" "$@"; printf '%s' "$?"`;
  return Number(await runCommand('sh', ['-c', shell, PROGRAM, ...words], { environment: { SOURCE: source } }));
}

async function serverThatResponds(status: number) {
  const requests: { type: string | undefined; body: string }[] = [];
  const server = createServer(async (request, response) => {
    const chunks = await request.toArray();
    requests.push({ type: request.headers['content-type'], body: Buffer.concat(chunks).toString('latin1') });
    response.writeHead(status).end('{}');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.close();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, requests };
}

describe('deploy/mail/meadow-mail', () => {
  test.each([
    [200, 0],
    [400, 65],
    [404, 65],
    [413, 65],
    [429, 75],
    [500, 75],
    [503, 75],
  ])('tells Postfix what an answer means: %i', async (status, code) => {
    const { url, requests } = await serverThatResponds(status);
    expect(await exitCodeOf([url], 'Subject: K\u00e4se\r\n\r\n@b\n')).toBe(code);
    const body = Buffer.from('Subject: K\u00e4se\r\n\r\n@b\n').toString('latin1');
    expect(requests).toEqual([{ type: 'message/rfc822', body }]);
  });

  test('lets Postfix try again if Meadow cannot be reached', async () => {
    expect(await exitCodeOf([`http://127.0.0.1:${await findFreePort()}/`])).toBe(75);
  });

  test('needs a URL', async () => {
    expect(await exitCodeOf([])).toBe(64);
  });
});

describe('Postfix with the lines of the manual', async () => {
  const [build, database] = await Promise.all([buildService(), startPrimary()]);
  afterAll(async () => {
    await Promise.all([build.delete(), database.remove()]);
  });

  test('delivers emails to journals, with bytes of any charset', async () => {
    const node = await startBuiltNode(build, {
      DATABASE_URL: addressAt(database.host),
      EMAIL_FROM: `Meadow <post@${DOMAIN}>`,
    });
    onTestFinished(node.stop);
    const postfix = await startPostfix({
      domain: DOMAIN,
      settings,
      program: PROGRAM,
      services: (program) =>
        service.replace('/usr/local/bin/meadow-mail', program).replace(/https:\S+(?=\/api)/, node.address),
    });
    onTestFinished(postfix.remove);
    const token = await node.signUp('Ada');
    const { profile } = await node.read<{ profile: { inbound_address: string } }>('/api/user/profile', { token });
    // The header names another recipient, as that of a mailing list does.
    const mail = (charset: string, encoding: 'latin1' | 'utf8', text: string) =>
      Buffer.from(
        `To: undisclosed\r\nSubject: ${charset}\r\nMessage-ID: <${charset}@people.test>\r\nMIME-Version: 1.0\r\nContent-Type: text/plain; charset=${charset}\r\nContent-Transfer-Encoding: 8bit\r\n\r\n${text}\r\n`,
        encoding,
      );
    await postfix.send(profile.inbound_address, mail('iso-8859-1', 'latin1', 'Größe und Käse'));
    await postfix.send(profile.inbound_address, mail('utf-8', 'utf8', 'Größe 日本 😀'));
    type Entry = { title: string; content: string };
    const list = async () => {
      const { entries } = await node.read<{ entries: Entry[] }>('/api/journal?scope=mine', { token });
      return entries.map(({ title, content }) => [title, content]).toSorted();
    };
    await expect.poll(async () => (await list()).length, { timeout: 60_000, interval: 500 }).toBe(2);
    expect(await list()).toEqual([
      ['iso-8859-1', 'Größe und Käse'],
      ['utf-8', 'Größe 日本 😀'],
    ]);
    expect(await postfix.logged()).toContain('status=sent');
  });
});
