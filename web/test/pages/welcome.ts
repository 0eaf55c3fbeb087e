import type { Page } from 'playwright-core';
import type { Account } from '../harness/site.ts';

/** The screens before sign-in. */
export function welcomePage(page: Page) {
  return {
    signUp: async ({ name, email, password }: Account) => {
      await page.goto('/sign-up');
      await page.getByRole('textbox', { name: 'Name', exact: true }).fill(name);
      await page.getByRole('textbox', { name: 'Email', exact: true }).fill(email);
      await page.getByLabel('Password', { exact: true }).fill(password);
      await page.getByRole('button', { name: 'Create account' }).click();
      await page.waitForURL((url) => !url.pathname.startsWith('/sign-'));
    },
    signIn: async (account: Account) => {
      await page.goto('/sign-in');
      await signInHere(account);
    },
    /** On the screen that a page without a session leads to. */
    signInHere,
  };

  async function signInHere({ email, password }: Account): Promise<void> {
    await page.getByRole('textbox', { name: 'Email', exact: true }).fill(email);
    await page.getByLabel('Password', { exact: true }).fill(password);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.waitForURL((url) => !url.pathname.startsWith('/sign-'));
  }
}
