import { join } from 'node:path';
import type { BrowserContext, Page } from 'playwright-core';

/** Has `bench` of `observer.js` note what happens in the pages of a browser. */
export async function observe(context: BrowserContext): Promise<void> {
  await context.addInitScript({ path: join(import.meta.dirname, 'observer.js') });
}

/** Names the content, as a selector, that pages loaded from now on are ready with. Comes after `observe`. */
export async function expectContent(pages: BrowserContext | Page, content: string): Promise<void> {
  await pages.addInitScript(`bench.expect(${JSON.stringify(content)})`);
}
