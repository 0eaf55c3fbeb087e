import type { Page } from 'playwright-core';
import { afterAll, expect, test } from 'vitest';
import { receivedBy } from '../../src/features/account/sign-in/test-account-mail.ts';
import { startTestSmtpServer } from '../../src/providers/mail/test-smtp-server.ts';
import { openSite, PASSWORD } from './harness/site.ts';

const server = await startTestSmtpServer();
afterAll(server.close);
const site = await openSite({ environment: { SMTP_URL: server.url } });

const EMAIL = 'ada@people.test';
const mails = () =>
  receivedBy(
    site.app,
    async () => server.mails.filter(({ to }) => to.includes(EMAIL)).map(({ source }) => source),
    EMAIL,
  );

async function signUp(page: Page, password: string): Promise<string> {
  await page.goto('/sign-up');
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Ada Lovelace');
  await page.getByRole('textbox', { name: 'Email', exact: true }).fill(EMAIL);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Create account' }).click();
  await page.getByRole('heading', { level: 1, name: 'Check your mail' }).waitFor();
  return (await page.getByRole('main').innerText()).replaceAll(/\d+:\d+|\d+ seconds?/g, '');
}

test('a sign-up leads to the mailbox, and says the same for an address that has an account', async () => {
  const { context, problems } = await site.visit();
  const page = await context.newPage();
  const shown = await signUp(page, PASSWORD);
  const [mail] = await mails();
  await page.goto(`/verify-address#${encodeURIComponent(mail?.token ?? '')}`);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.getByRole('heading', { level: 1, name: 'Your address is verified' }).waitFor();
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.waitForURL(/\/tour$/);

  const another = await site.visit();
  const otherPage = await another.context.newPage();
  expect(await signUp(otherPage, 'another river stone lamp')).toBe(shown);
  expect((await mails()).map(({ subject }) => subject)).toContain('You already have an account in Meadow');
  expect([...problems.take(), ...another.problems.take()]).toEqual([]);
  await Promise.all([context, another.context].map((one) => one.close()));
});
