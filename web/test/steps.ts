import type { Page } from 'playwright-core';
import { drawnPicture } from '../../test/pictures.ts';
import { PASSWORD } from './harness/site.ts';
import type { Samples } from './samples.ts';

/** Signs in as the account with a second factor. Works in any language. */
export async function signInWithPassword(page: Page, { secondFactor = '' }: Samples): Promise<void> {
  await page.locator('input[type=email]').fill(secondFactor);
  await page.locator('input[type=password]').fill(PASSWORD);
  await page.keyboard.press('Enter');
}

/** Leaves a draft of a new entry on this device. */
export async function writeDraft(page: Page): Promise<void> {
  await page.goto('/journal/new');
  await page.locator('textarea').last().fill('A thought that is not finished yet.');
  await page.keyboard.press('Escape');
  await page.waitForURL((url) => url.pathname !== '/journal/new');
}

/** Changes an entry on this device, after another one has changed it. */
export async function conflictWithAnotherDevice(page: Page, { disputed = '' }: Samples): Promise<void> {
  await page.goto(`/journal/${disputed}/edit`);
  const text = page.locator('textarea').last();
  await text.waitFor();
  const content = `From the other device, at ${await page.evaluate(() => performance.now())}.`;
  const headers = { origin: new URL(page.url()).origin };
  await page.request.patch(`/api/journal/${disputed}`, { headers, data: { content } });
  await text.fill('From this device.');
  const refused = page.waitForResponse((response) => response.status() === 412);
  await page.keyboard.press('ControlOrMeta+Enter');
  await refused;
}

/** Refuses the camera to this browser, until `allowToAsk`. Works in any language. */
export async function refuseCamera(page: Page): Promise<void> {
  // What is not granted is refused.
  await page.context().grantPermissions(['notifications']);
}

export async function allowToAsk(page: Page): Promise<void> {
  await page.context().clearPermissions();
}

/** Chooses a photo to check in with. */
export async function choosePhoto(page: Page): Promise<void> {
  const buffer = await drawnPicture('screens').jpeg().toBuffer();
  await page
    .locator('main input[type=file]')
    .last()
    .setInputFiles({ name: 'photo.jpg', mimeType: 'image/jpeg', buffer });
}
