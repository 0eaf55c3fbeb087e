import type { Page } from 'playwright-core';

/** What is wrong with the title of the page: it names the screen, then the product. */
export async function titleProblems(page: Page): Promise<string[]> {
  const { title, heading } = await page.evaluate(() => {
    const headings = [...document.querySelectorAll('h1')].filter((one) => one.checkVisibility());
    const last = headings.at(-1);
    return {
      title: document.title.replace(/^\(\d+\) /, ''),
      heading: (last?.dataset.title ?? last?.textContent ?? '').replace(/\s+/g, ' ').trim(),
    };
  });
  if (heading === '') return ['no h1'];
  return title === `${heading} · Meadow` ? [] : [`the title is "${title}" on the screen "${heading}"`];
}
