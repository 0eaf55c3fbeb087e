import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { Page } from 'playwright-core';
import { afterAll, expect, test } from 'vitest';
import { isSignedBy, type Message, sendDue } from '../../src/features/webhook/test-webhooks.ts';
import { violationsOf } from './harness/axe.ts';
import { openSite, PASSWORD, type Visitor } from './harness/site.ts';

/** How long a webhook gets nothing after a failed attempt. */
const REST_AFTER_FAILURE_MS = 5_000;

const receiver = await startReceiver();
const site = await openSite({ environment: { WEBHOOK_TRUSTED_ORIGINS: receiver.origin } });

test('a user creates a token after a recent sign-in, uses it, and revokes it', async () => {
  const visitor = await site.visitAsNew();
  const page = await visitor.context.newPage();
  await page.goto('/me/tokens');
  await page.getByRole('link', { name: 'New token' }).click();
  await page.getByRole('button', { name: 'Create token' }).click();
  await page.getByText('Enter a name').waitFor();
  await page.getByText('Choose at least one.').waitFor();
  expect(await violationsOf(page)).toEqual([]);
  await page.getByRole('textbox', { name: 'Name' }).fill('Backup script');
  await page.getByRole('checkbox', { name: 'Read the journal' }).check();
  await page.getByRole('radio', { name: '7 days' }).check();

  await signedInLongAgo(visitor);
  await page.getByRole('button', { name: 'Create token' }).click();
  const dialog = page.getByRole('dialog', { name: 'Is it you?' });
  await dialog.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await dialog.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.getByRole('heading', { name: 'The token for Backup script' }).waitFor();
  expect(await violationsOf(page)).toEqual([]);
  const secret = await secretOn(page);
  expect(await statusWith(secret, '/api/journal')).toBe(200);
  expect(await statusWith(secret, '/api/goals')).toBe(403);
  // The new sign-in took the place of the former one.
  expect((await visitor.call<{ sessions: object[] }>('GET', '/api/sessions')).sessions).toHaveLength(1);

  await page.getByRole('link', { name: 'I have copied it' }).click();
  await page.getByText('Backup script').waitFor();
  expect(await page.getByText(secret).count()).toBe(0);
  await page.getByRole('button', { name: 'Revoke Backup script' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
  await page.getByText('No access tokens').waitFor();
  expect(await statusWith(secret, '/api/journal')).toBe(401);
  expect(visitor.problems.take()).toEqual([]);
  await visitor.context.close();
});

test('a user allows MCP clients: off at first, with a token of the scopes that its tools need', async () => {
  const { context, problems } = await site.visitAsNew();
  const page = await context.newPage();
  await page.goto('/me/assistants');
  await page.getByRole('link', { name: 'Create the token' }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill('Editor');
  await page.getByRole('button', { name: 'Create token' }).click();
  await page.getByRole('heading', { name: 'The token for Editor' }).waitFor();
  const secret = await secretOn(page);
  expect(await listTools(secret)).toBe('mcp.off');

  await page.goto('/me/assistants');
  await page.getByText('Read the journal, Write in the journal, Goals, Workout window').waitFor();
  await page.getByRole('switch', { name: 'Allow MCP clients' }).click();
  await expect.poll(() => listTools(secret)).toContain('search_entries');
  expect(await listTools(secret)).toEqual(expect.arrayContaining(['write_entry', 'check_in_goal', 'read_today']));
  await page.reload();
  expect(await page.getByRole('switch').isChecked()).toBe(true);
  await page.getByRole('switch').click();
  await expect.poll(() => listTools(secret)).toBe('mcp.off');
  expect(problems.take()).toEqual([]);
  await context.close();
});

test('a user creates a webhook, tests it, sees why it fails, and sends again what was lost', async () => {
  const { context, problems } = await site.visitAsNew();
  const page = await context.newPage();
  await page.goto('/me/webhooks/new');
  await page.getByLabel('URL').fill(receiver.origin);
  await page.getByRole('checkbox', { name: 'Entries' }).check();
  await page.getByRole('button', { name: 'Create webhook' }).click();
  await page.getByRole('heading', { name: 'The secret of this webhook' }).waitFor();
  const secret = await secretOn(page);
  await page.getByRole('link', { name: 'I have copied it' }).click();

  receiver.respondWith(410);
  await page.getByRole('button', { name: 'Send a test' }).click();
  await page.getByText('Waiting', { exact: true }).waitFor();
  await sendDue(site.app.deps);
  await page.getByText('Failed', { exact: true }).waitFor();
  await page.locator('summary').click();
  await page.getByText('The receiver answered with 410.').waitFor();
  expect(await violationsOf(page)).toEqual([]);

  await page.reload();
  await page.getByText('because the receiver answered that it is gone').waitFor();
  await page.getByRole('button', { name: 'Resume' }).click();
  await page.getByText('Active', { exact: true }).waitFor();
  receiver.respondWith(204);
  await page.locator('summary').click();
  await page.getByRole('button', { name: 'Send again' }).click();
  await page.getByText(/^Sent again/).waitFor();
  site.app.clock.advance(REST_AFTER_FAILURE_MS);
  await sendDue(site.app.deps);
  await page.getByText('Delivered', { exact: true }).waitFor();
  const [lost, again] = receiver.messages;
  expect(again?.headers['webhook-id']).toBe(lost?.headers['webhook-id']);
  expect(receiver.messages.map((message) => isSignedBy(secret, message))).toEqual([true, true]);

  await page.getByRole('button', { name: 'Delete webhook' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete webhook' }).click();
  await page.getByText('No webhooks').waitFor();
  expect(problems.take()).toEqual([]);
  await context.close();
});

/** The secret that a screen shows once. */
async function secretOn(page: Page): Promise<string> {
  return (await page.locator('section code').first().textContent()) ?? '';
}

/** Makes all sessions of a user older than what counts as recent. */
async function signedInLongAgo({ call }: Visitor): Promise<void> {
  const { profile } = await call<{ profile: { id: string } }>('GET', '/api/me');
  const createdAt = new Date(site.app.clock.now().getTime() - 11 * 60_000);
  await site.app.deps.db.updateTable('identity_session').set({ createdAt }).where('userId', '=', profile.id).execute();
}

async function statusWith(token: string, path: string): Promise<number> {
  return (await fetch(`${site.url}${path}`, { headers: { authorization: `Bearer ${token}` } })).status;
}

/** The names of the tools that an MCP client gets, or the code of the error. */
async function listTools(token: string): Promise<string[] | string> {
  const response = await fetch(`${site.url}/mcp`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${token}`,
      accept: 'application/json, text/event-stream',
      'content-type': 'application/json',
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' }),
  });
  const body = (await response.json()) as { code?: string; result?: { tools: { name: string }[] } };
  return body.result?.tools.map(({ name }) => name) ?? body.code ?? '';
}

/** A server on this machine that gets webhooks. */
async function startReceiver() {
  const messages: Message[] = [];
  let status = 204;
  const server = createServer(async (request, response) => {
    messages.push({ headers: request.headers, body: await text(request) });
    response.writeHead(status).end();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  afterAll(() => server.close());
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://127.0.0.1:${port}`,
    messages,
    respondWith: (next: number) => {
      status = next;
    },
  };
}
