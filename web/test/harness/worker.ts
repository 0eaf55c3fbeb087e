import type { Page } from 'playwright-core';
import { expect } from 'vitest';

/** Waits until the service worker has cached the shell and controls this page. */
export async function keptShell(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready;
    if (navigator.serviceWorker.controller !== null) return;
    await new Promise((resolve) =>
      navigator.serviceWorker.addEventListener('controllerchange', resolve, { once: true }),
    );
  });
}

/** The keys of the queries that a screen of the journal needs offline. */
export const JOURNAL_QUERIES = ['["me"]', '["config"]', '["journal","timeline",{}]'];

/** Waits until queries are cached for reading offline. Each is named by its query key. */
export async function cachedQueries(page: Page, keys: readonly string[] = JOURNAL_QUERIES): Promise<void> {
  await expect
    .poll(() => page.evaluate(keysOfCachedQueries), { timeout: 30_000 })
    .toEqual(expect.arrayContaining([...keys]));
}

/** Runs in the page. */
async function keysOfCachedQueries(): Promise<IDBValidKey[]> {
  const databases = await indexedDB.databases();
  const name = databases.find((database) => database.name?.startsWith('meadow-answers-'))?.name;
  if (name === undefined) return [];
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open(name);
    opening.onerror = () => reject(opening.error);
    opening.onsuccess = () => {
      const database = opening.result;
      if (!database.objectStoreNames.contains('answers')) {
        database.close();
        resolve([]);
        return;
      }
      const reading = database.transaction('answers').objectStore('answers').getAllKeys();
      reading.onsuccess = () => {
        database.close();
        resolve(reading.result);
      };
    };
  });
}
