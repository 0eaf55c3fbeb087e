import type { Page } from 'playwright-core';

/** A camera that shows a drawing: the Chromium of the tests is built without any. */
export async function giveCamera(page: Page): Promise<void> {
  await page.addInitScript(() => {
    navigator.mediaDevices.getUserMedia = async () => {
      const canvas = document.createElement('canvas');
      const context = canvas.getContext('2d');
      for (const [index, colour] of ['#fff', '#c20', '#08c', '#2a2'].entries()) {
        if (context !== null) context.fillStyle = colour;
        context?.fillRect(index * 40, index * 20, 180 - index * 40, 130 - index * 20);
      }
      return canvas.captureStream(10);
    };
  });
}

/** Waits until a page shows the picture of its camera. */
export const hasPicture = (page: Page) =>
  page.waitForFunction(() => (document.querySelector('video')?.videoWidth ?? 0) > 0);
