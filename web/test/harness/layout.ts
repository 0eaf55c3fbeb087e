import type { Page } from 'playwright-core';

/** What is wrong with the layout of the page at its present width. */
export async function layoutProblems(page: Page): Promise<string[]> {
  const { overflow, missing, titles } = await page.evaluate(() => ({
    overflow: document.documentElement.scrollWidth - innerWidth,
    // use-intl shows the key in place of a text that is missing.
    missing: document.body.innerText.match(/\b[a-z]+\.[a-z]+[A-Z][A-Za-z]*\b/g) ?? [],
    titles: [...document.querySelectorAll('h1')].filter((title) => title.checkVisibility()).length,
  }));
  return [
    ...(overflow > 0 ? [`${overflow} px wider than the window`] : []),
    ...(missing.length > 0 ? [`no text for ${missing.join(', ')}`] : []),
    ...(titles === 0 ? ['no title'] : []),
  ];
}
