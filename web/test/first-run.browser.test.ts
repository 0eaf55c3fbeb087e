import { expect, test } from 'vitest';
import { offerFirstRun } from '../../src/features/account/first-run/first-run.actions.ts';
import { DESK } from './harness/browser.ts';
import { openSite, PASSWORD } from './harness/site.ts';

/** The first pages of a server are slow on a busy machine. */
const SOON = { timeout: 60_000 };
const site = await openSite();

test('the first run ends in Meadow, and nothing asks to sign in again', async () => {
  const code = await offerFirstRun(site.app.deps);
  const { context, problems, call } = await site.visit();
  const page = await context.newPage();
  const again = page.getByRole('dialog', { name: 'Sign in again' });
  const refused: string[] = [];
  page.on('response', (response) => {
    const { pathname } = new URL(response.url());
    if (response.status() === 401 && pathname.startsWith('/api/')) refused.push(pathname);
  });
  await page.goto(`/welcome#${code}`);
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Ada Lovelace');
  await page.getByRole('textbox', { name: 'Email', exact: true }).fill('ada@people.test');
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Create my account' }).click();
  await page.waitForURL(/\/admin\/setup$/, SOON);
  expect(await again.isVisible()).toBe(false);

  await page.getByRole('link', { name: 'Open Meadow' }).click();
  await page.waitForURL(/\/today$/);
  await page.getByRole('heading', { level: 1 }).first().waitFor();
  await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)));
  expect(await again.isVisible()).toBe(false);
  await page.goto('/journal');
  await page.getByRole('heading', { level: 1 }).first().waitFor();
  expect(await again.isVisible()).toBe(false);

  await page.goto('/me');
  await page.getByRole('main').getByRole('link', { name: 'Administration' }).waitFor();
  await page.setViewportSize(DESK);
  await page.getByRole('navigation', { name: 'Screens' }).getByRole('link', { name: 'Administration' }).waitFor();
  await page.getByRole('link', { name: 'Appearance and language' }).click();
  const background = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  const light = await background();
  await page.getByRole('radio', { name: 'Dark' }).check();
  await expect.poll(background).not.toBe(light);

  expect(refused).toEqual([]);
  const { profile } = await call<{ profile: { full_name: string; role: string } }>('GET', '/api/me');
  expect([profile.full_name, profile.role]).toEqual(['Ada Lovelace', 'super_admin']);
  expect(problems.take()).toEqual([]);
  await context.close();

  const other = await site.visitAsNew({ viewport: DESK });
  const otherPage = await other.context.newPage();
  await otherPage.goto('/me');
  await otherPage.getByRole('link', { name: 'Appearance and language' }).waitFor();
  expect(await otherPage.getByRole('link', { name: 'Administration' }).count()).toBe(0);
  await other.context.close();
});
