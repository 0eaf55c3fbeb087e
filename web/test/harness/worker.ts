import type { Page } from 'playwright-core';

/** Waits until the service worker has kept the shell and answers for this page. */
export async function keptShell(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready;
    if (navigator.serviceWorker.controller !== null) return;
    await new Promise((resolve) =>
      navigator.serviceWorker.addEventListener('controllerchange', resolve, { once: true }),
    );
  });
}

/** The keys of the answers that a screen of the journal needs offline. */
export const JOURNAL_ANSWERS = ['["me"]', '["config"]', '["journal","timeline",{}]'];

/** Waits until answers are kept for reading offline. Each is named by its query key. */
export async function keptAnswers(page: Page, keys: readonly string[] = JOURNAL_ANSWERS): Promise<void> {
  await page.waitForFunction(async (wanted) => {
    const databases = await indexedDB.databases();
    const name = databases.find((database) => database.name?.startsWith('meadow-answers-'))?.name;
    if (name === undefined) return false;
    return new Promise<boolean>((resolve) => {
      const opening = indexedDB.open(name);
      opening.onsuccess = () => {
        const database = opening.result;
        if (!database.objectStoreNames.contains('answers')) {
          database.close();
          resolve(false);
          return;
        }
        const reading = database.transaction('answers').objectStore('answers').getAllKeys();
        reading.onsuccess = () => {
          database.close();
          resolve(wanted.every((key) => reading.result.includes(key)));
        };
      };
      opening.onerror = () => resolve(false);
    });
  }, keys);
}
