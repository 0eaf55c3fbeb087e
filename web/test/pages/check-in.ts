import type { Page } from 'playwright-core';

/** The screen on which a user checks in. */
export function checkInPage(page: Page) {
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  const title = (name: string) => page.getByRole('heading', { level: 1, name });
  return {
    open: () => page.goto('/check-in'),
    title,
    button,
    /** Hands a photo of the device over, and waits until it is shown. */
    choose: async (photo: Buffer, name = 'photo.jpg') => {
      await page.locator('input[type=file]').last().setInputFiles({ name, mimeType: 'image/jpeg', buffer: photo });
    },
    preview: title('Your photo'),
    checkIn: button('Check in'),
    done: title('You’re in the field.'),
  };
}
