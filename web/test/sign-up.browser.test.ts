import type { Page } from 'playwright-core';
import { afterAll, expect, test } from 'vitest';
import { receivedBy } from '../../src/features/account/sign-in/test-account-mail.ts';
import { startTestSmtpServer } from '../../src/providers/mail/test-smtp-server.ts';
import { PHONE } from './harness/browser.ts';
import { settled } from './harness/settled.ts';
import { openSite, PASSWORD } from './harness/site.ts';

const server = await startTestSmtpServer();
afterAll(server.close);
const site = await openSite({ environment: { SMTP_URL: server.url } });

const EMAIL = 'ada@people.test';
const mails = (email = EMAIL) =>
  receivedBy(
    site.app,
    async () => server.mails.filter(({ to }) => to.includes(email)).map(({ source }) => source),
    email,
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
  await page.goto('/');
  const create = page.getByRole('link', { name: 'Create an account' });
  await create.waitFor();
  await settled(page);
  const { y = PHONE.height, height = 0 } = (await create.boundingBox()) ?? {};
  expect(y + height).toBeLessThanOrEqual(PHONE.height);
  expect(await page.locator('input[type=password]').count()).toBe(0);

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

type Me = { profile: { email: string; email_verified: boolean } };

test('a link of an email waits for a press, and says whose account it is for', async () => {
  const [{ account: grace }, { account: other }] = [
    await site.visitAsNew({}, { name: 'Grace Hopper' }),
    await site.visitAsNew({}),
  ];
  const { context, problems, call } = await site.visitAs(grace);
  const me = async () => (await call<Me>('GET', '/api/me')).profile;
  const page = await context.newPage();
  const [verification] = await mails(grace.email);
  await page.goto(`/verify-address#${encodeURIComponent(verification?.token ?? '')}`);
  await page.getByRole('heading', { level: 1, name: 'Is this your account?' }).waitFor();
  await page.getByText(`The account of Grace Hopper, with the address ${grace.email}.`).waitFor();
  await page.getByRole('button', { name: 'This was not me' }).waitFor();
  await settled(page);
  expect((await me()).email_verified).toBe(false);
  await page.getByRole('button', { name: 'Yes, it is mine' }).click();
  await page.getByRole('heading', { level: 1, name: 'Your address is verified' }).waitFor();
  expect((await me()).email_verified).toBe(true);

  // The link to sign in, where another user is signed in.
  await call('POST', '/auth/sign-in/magic-link', { email: grace.email });
  const link = (await mails(grace.email)).at(-1);
  await call('POST', '/auth/sign-in/email', { email: other.email, password: other.password });
  await page.goto('about:blank');
  await page.goto(`/sign-in-link#${encodeURIComponent(link?.token ?? '')}`);
  await page.getByText(`This signs you in as Grace Hopper, ${grace.email}.`).waitFor();
  await page.getByRole('alert').getByText(`You are signed in as ${other.email} here.`).waitFor();
  await settled(page);
  expect((await me()).email).toBe(other.email);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.waitForURL(/\/today$/);
  expect((await me()).email).toBe(grace.email);
  expect(problems.take()).toEqual([]);
  await context.close();
});
