import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';
import type { Theme } from './browser.ts';

const SOURCE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

type AxeResults = { violations: { id: string; help: string; nodes: { html: string; failureSummary: string }[] }[] };

/** The violations of WCAG 2.2 A and AA on the page in both themes, each with what it concerns. */
export async function violationsOf(page: Page): Promise<string[]> {
  // Evaluated, because the content security policy allows no added script.
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(SOURCE);
  const inLight = await run(page, 'light', { type: 'tag', values: RULES });
  // Only colours differ in the other theme.
  const inDark = await run(page, 'dark', { type: 'rule', values: ['color-contrast'] });
  return [...inLight, ...inDark];
}

async function run(page: Page, theme: Theme, runOnly: object): Promise<string[]> {
  return page.evaluate(
    async ({ theme, runOnly }) => {
      document.documentElement.dataset.mantineColorScheme = theme;
      const { axe } = globalThis as never as { axe: { run(context: Document, options: object): Promise<AxeResults> } };
      const { violations } = await axe.run(document, { runOnly, resultTypes: ['violations'] });
      return violations.flatMap(({ id, help, nodes }) =>
        nodes.map(
          (node) => `${theme}: ${id}: ${help}: ${node.html.slice(0, 160)} ${node.failureSummary.slice(0, 300)}`,
        ),
      );
    },
    { theme, runOnly },
  );
}
