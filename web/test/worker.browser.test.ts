import { createECDH, randomBytes } from 'node:crypto';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { openSite, type Visitor } from './harness/site.ts';
import { keptShell } from './harness/worker.ts';
import { editorPage } from './pages/editor.ts';
import { journalPage } from './pages/journal.ts';

const folder = mkdtempSync(join(tmpdir(), 'meadow-web-'));
const SOON = { timeout: 20_000 };
const site = await openSite({
  folderOf: (built) => {
    cpSync(built, folder, { recursive: true });
    for (const compressed of ['worker.js.br', 'worker.js.gz']) rmSync(join(folder, compressed), { force: true });
    return folder;
  },
});

describe('a new build', () => {
  test('starts when the user says so, or at the next change of screen, and interrupts no writing', async () => {
    const visitor = await site.visitAsNew({ serviceWorkers: 'allow' });
    const [page, writing] = [await visitor.context.newPage(), await visitor.context.newPage()];
    await editorPage(writing).open();
    await journalPage(page).open();
    await keptShell(page);
    await editorPage(writing).write({ title: 'In the middle', text: 'of a sen' });
    for (const tab of [page, writing]) await mark(tab);

    release('111111111111');
    // Browsers look for a new worker when the page is seen again.
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
    await page.getByText('A new version is ready.').waitFor();
    expect(await isMarked(page)).toBe(true);
    await page.getByRole('button', { name: 'Start now' }).click();
    await expect.poll(() => isMarked(page), SOON).toBe(false);
    await page.getByRole('heading', { level: 1, name: 'Journal' }).waitFor();
    expect(await page.getByText('A new version is ready.').count()).toBe(0);
    expect(await shellsIn(page)).toContain('meadow-shell-111111111111');

    // The other tab writes on, and follows when it leaves the text.
    await writing.getByText('A new version is ready.').waitFor();
    expect(await isMarked(writing)).toBe(true);
    expect(await editorPage(writing).text.inputValue()).toBe('of a sen');
    await writing.getByRole('button', { name: 'Close', exact: true }).click();
    await expect.poll(() => isMarked(writing), SOON).toBe(false);
    await editorPage(writing).open();
    expect(await editorPage(writing).text.inputValue()).toBe('of a sen');
    expect(visitor.problems.take()).toEqual([]);
    await visitor.context.close();
  });
});

describe('push on this device', () => {
  test('is turned on and off', async () => {
    const { visitor, page } = await visitWithPush();
    await page.getByRole('button', { name: /^Remove Chrome/ }).click();
    await page.getByText('Off on this device.').waitFor();
    expect(await endpointsOf(visitor)).toEqual([]);
    expect(await isSubscribed(page)).toBe(false);
    expect(visitor.problems.take()).toEqual([]);
    await visitor.context.close();
  });

  test('ends at sign-out, at the server and in the browser', async () => {
    const { visitor, page } = await visitWithPush();
    await page.goto('/me');
    expect(await isSubscribed(page)).toBe(true);
    await page.getByRole('button', { name: 'Sign out', exact: true }).click();
    await page.waitForURL('**/sign-in');
    expect(await isSubscribed(page)).toBe(false);
    expect(await endpointsOf(await site.visitAs(visitor.account))).toEqual([]);
    await visitor.context.close();
  });

  test('ends in the browser when another user signs in', async () => {
    const { visitor, page } = await visitWithPush();
    const { account } = await site.visitAsNew();
    await visitor.call('POST', '/auth/sign-in/email', { email: account.email, password: account.password });
    await page.goto('/today');
    await page.getByRole('heading', { level: 1 }).waitFor();
    expect(await isSubscribed(page)).toBe(false);
    await visitor.context.close();
  });

  test('is registered again at the next start of the page if the server does not know the device', async () => {
    const { visitor, page } = await visitWithPush();
    const [endpoint] = await endpointsOf(visitor);
    await visitor.call('DELETE', '/api/notifications/devices', { endpoint });
    await page.reload();
    await expect.poll(() => endpointsOf(visitor), SOON).toEqual([endpoint]);
    expect(visitor.problems.take()).toEqual([]);
    await visitor.context.close();
  });

  test('goes on when the push service has replaced or ended a subscription', async () => {
    const { visitor } = await visitWithPush();
    const [first = ''] = await endpointsOf(visitor);
    const [second, third] = [newSubscription(), newSubscription()];
    await changeSubscription(visitor, first, second, null);
    expect(await endpointsOf(visitor)).toEqual([second.endpoint]);
    await changeSubscription(visitor, second.endpoint, null, third);
    expect(await endpointsOf(visitor)).toEqual([third.endpoint]);
    await visitor.context.close();
  });
});

type Subscription = { endpoint: string; p256dh: string; auth: string };

/** A subscription as push services give them. */
function newSubscription(): Subscription {
  return {
    endpoint: `https://fcm.googleapis.com/fcm/send/${randomBytes(8).toString('hex')}`,
    p256dh: createECDH('prime256v1').generateKeys('base64url'),
    auth: randomBytes(16).toString('base64url'),
  };
}

/** Dispatches a change to the service worker, and waits until it is handled. `given` is the result if the worker subscribes again. */
async function changeSubscription(
  { context }: Visitor,
  former: string,
  next: Subscription | null,
  given: Subscription | null,
): Promise<void> {
  const [worker] = context.serviceWorkers();
  await worker?.evaluate(
    async ({ former, next, given }) => {
      const [newSubscription, subscribed] = [next, given].map(
        (one) =>
          one && {
            endpoint: one.endpoint,
            toJSON: () => ({ endpoint: one.endpoint, keys: { p256dh: one.p256dh, auth: one.auth } }),
          },
      );
      Object.assign(PushManager.prototype, {
        subscribe: async ({ applicationServerKey }: PushSubscriptionOptionsInit) => {
          if (!applicationServerKey) throw new Error('The key of the server is missing.');
          return subscribed;
        },
      });
      // Only events of the browser itself have a `waitUntil` that works.
      const done: Promise<unknown>[] = [];
      const event = Object.assign(new Event('pushsubscriptionchange'), {
        oldSubscription: { endpoint: former },
        newSubscription,
        waitUntil: (work: Promise<unknown>) => done.push(work),
      });
      dispatchEvent(event);
      await Promise.all(done);
    },
    { former, next, given },
  );
}

/** A browser of a new user who has turned push on. */
async function visitWithPush() {
  const visitor = await site.visitAsNew({ serviceWorkers: 'allow' });
  await visitor.context.addInitScript(standInForPush, newSubscription());
  const page = await visitor.context.newPage();
  await page.goto('/me/notifications');
  await keptShell(page);
  await page.getByRole('button', { name: 'Turn on here' }).click();
  await page.getByText('On: this device shows your notifications.').waitFor();
  expect(await endpointsOf(visitor)).toHaveLength(1);
  return { visitor, page };
}

/** Headless Chromium refuses notifications always, and a test reaches no push service. */
function standInForPush({ endpoint, p256dh, auth }: Subscription): void {
  Object.defineProperty(Notification, 'permission', { get: () => 'granted' });
  Notification.requestPermission = async () => 'granted';
  Object.assign(PushManager.prototype, {
    async getSubscription() {
      if (localStorage.getItem('push-of-test') === null) return null;
      return {
        endpoint,
        toJSON: () => ({ endpoint, keys: { p256dh, auth } }),
        unsubscribe: async () => localStorage.removeItem('push-of-test'),
      };
    },
    async subscribe(this: PushManager) {
      localStorage.setItem('push-of-test', 'on');
      return this.getSubscription();
    },
  });
}

async function isSubscribed(page: Page): Promise<boolean> {
  return page.evaluate(async () => {
    const { pushManager } = await navigator.serviceWorker.ready;
    return (await pushManager.getSubscription()) !== null;
  });
}

async function endpointsOf({ call }: Visitor): Promise<string[]> {
  const { devices } = await call<{ devices: { endpoint: string }[] }>('GET', '/api/notifications/devices');
  return devices.map(({ endpoint }) => endpoint);
}

/** Installs another build on the server. */
function release(version: string): void {
  const file = join(folder, 'worker.js');
  writeFileSync(file, readFileSync(file, 'utf8').replace(/"version":"[0-9a-f]{12}"/, `"version":"${version}"`));
}

async function mark(page: Page): Promise<void> {
  await page.evaluate(() => Object.assign(globalThis, { isMarked: true }));
}

/** Whether the page was not loaded again since. */
async function isMarked(page: Page): Promise<boolean> {
  return page.evaluate(() => 'isMarked' in globalThis).catch(() => true);
}

async function shellsIn(page: Page): Promise<string[]> {
  return page.evaluate(() => caches.keys());
}
