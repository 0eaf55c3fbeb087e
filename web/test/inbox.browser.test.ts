import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { openSite, type Visitor } from './harness/site.ts';

const site = await openSite();
const idOf = async ({ call }: Visitor) => (await call<{ profile: { id: string } }>('GET', '/api/me')).profile.id;

describe('a row of the inbox', () => {
  test('accepts a membership and declines another, in the row itself', async () => {
    const [owner, guest] = [await site.visitAsNew(), await site.visitAsNew()];
    const user_id = await idOf(guest);
    for (const name of ['Early Larks', 'Night Owls']) {
      const { organization } = await owner.call<{ organization: { id: string } }>('POST', '/api/organizations', {
        name,
      });
      await owner.call('POST', `/api/organizations/${organization.id}/members`, { user_id });
    }
    const page = await guest.context.newPage();
    await page.goto('/inbox');
    await row(page, 'Early Larks').getByRole('button', { name: 'Accept' }).press('Enter');
    await row(page, 'Early Larks').getByText('Accepted').waitFor();
    expect(await lostFocus(page)).toBe(false);
    await row(page, 'Night Owls').getByRole('button', { name: 'Decline' }).press('Enter');
    await row(page, 'Night Owls').getByText('Declined').waitFor();
    const { organizations } = await guest.call<{ organizations: object[] }>('GET', '/api/me');
    expect(organizations).toMatchObject([{ name: 'Early Larks', is_accepted: true }]);

    // What was answered asks for nothing any more.
    await page.reload();
    await row(page, 'Early Larks').getByText('You are a member.').waitFor();
    await row(page, 'Night Owls').getByText('You are not a member.').waitFor();
    expect(await page.getByRole('button', { name: /^(Accept|Decline)/ }).count()).toBe(0);
    expect(guest.problems.take()).toEqual([]);
    await Promise.all([owner, guest].map(({ context }) => context.close()));
  });

  test('shows the words of a drop', async () => {
    const [sender, recipient] = [await site.visitAsNew({}, { name: 'Kira Sousa' }), await site.visitAsNew()];
    const content = 'You have come a long way.';
    await sender.call('POST', '/api/encouragement-drops/send', {
      recipient_id: await idOf(recipient),
      drop_type: 'encouragement',
      content,
    });
    const page = await recipient.context.newPage();
    await page.goto('/inbox');
    const drop = row(page, 'Kira Sousa sent you a drop');
    expect(await page.getByText(content).count()).toBe(0);
    await drop.getByRole('button', { name: 'Read it' }).press('Enter');
    await drop.getByText(content).waitFor();
    await expect
      .poll(() => recipient.call('GET', '/api/me'))
      .toMatchObject({ unread_drops: 0, unread_notifications: 0 });
    expect(recipient.problems.take()).toEqual([]);
    await Promise.all([sender, recipient].map(({ context }) => context.close()));
  });
});

const row = (page: Page, text: string) => page.getByRole('article').filter({ hasText: text });
const lostFocus = (page: Page) => page.evaluate(() => document.activeElement === document.body);
