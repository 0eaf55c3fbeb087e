import type { Page } from 'playwright-core';

/** The chat: the list of rooms, and the room that is open. */
export function chatPage(page: Page) {
  const field = page.getByRole('textbox', { name: 'Your message' });
  const message = (text: string) => page.getByRole('article').filter({ hasText: text });
  return {
    field,
    message,
    /** Opens a room by the side bar and the list. */
    openRoom: async (name: string) => {
      await page.getByRole('navigation', { name: 'Screens' }).first().getByRole('link', { name: 'Chat' }).click();
      await page.getByRole('link', { name }).click();
      await page.getByRole('heading', { level: 1, name }).waitFor();
    },
    send: async (text: string) => {
      await field.fill(text);
      await field.press('Enter');
      await message(text).waitFor();
    },
    /** Chooses from the menu of a message. */
    choose: async (text: string, act: 'Change' | 'Remove' | 'Report') => {
      await message(text).hover();
      await message(text).getByRole('button').click();
      await page.getByRole('menuitem', { name: act }).click();
    },
    /** The number beside the chat in the side bar, as screen readers say it. */
    unread: page
      .getByRole('navigation', { name: 'Screens' })
      .first()
      .getByRole('link', { name: /^Chat .*unread$/ }),
  };
}
