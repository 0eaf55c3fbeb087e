import type { ViewportSize } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { createCast } from './cast.ts';
import { violationsOf } from './harness/axe.ts';
import { DESK, PHONE, TABLET, type Theme } from './harness/browser.ts';
import { layoutProblems } from './harness/layout.ts';
import { speakPseudo } from './harness/pseudo.ts';
import { settled } from './harness/settled.ts';
import { openSite } from './harness/site.ts';
import { CALLERS, goToScreen, openScreen, screensOf } from './screens.ts';

const site = await openSite();
const { samples, visitAs } = await createCast(site);

/** A theme changes colors alone, so one language is enough for both. Longer words are too long where there is least room. */
const VARIANTS: { language: 'en' | 'de' | 'pseudo'; themes: readonly Theme[]; sizes: readonly ViewportSize[] }[] = [
  { language: 'en', themes: ['light', 'dark'], sizes: [PHONE, TABLET, DESK] },
  { language: 'de', themes: ['light'], sizes: [PHONE] },
  { language: 'pseudo', themes: ['dark'], sizes: [PHONE] },
];

describe.each(CALLERS)('the screens of a %s', (caller) => {
  test.each(VARIANTS)('fit each width in the language $language', async ({ language, themes, sizes }) => {
    const found: string[] = [];
    for (const colorScheme of themes) {
      const locale = language === 'de' ? 'de-DE' : 'en-GB';
      const { context, problems } = await visitAs(caller, { locale, colorScheme });
      if (language === 'pseudo') await speakPseudo(context);
      const page = await context.newPage();
      for (const screen of screensOf(caller)) {
        await page.setViewportSize(PHONE);
        await (language === 'en' && colorScheme === 'light' ? openScreen : goToScreen)(page, screen, samples);
        for (const size of sizes) {
          await page.setViewportSize(size);
          await settled(page, screen.waitFor);
          const at = `${screen.name} at ${size.width}, ${colorScheme}`;
          found.push(...(await layoutProblems(page)).map((problem) => `${at}: ${problem}`));
        }
        found.push(...problems.take().map((problem) => `${screen.name}: ${problem}`));
      }
      await context.close();
    }
    expect(found).toEqual([]);
  });

  // At the width of a phone, `journeys.browser.test.ts` looks for them.
  test('have no violation of WCAG 2.2 A and AA at a desk', async () => {
    const { context } = await visitAs(caller, { viewport: DESK });
    const page = await context.newPage();
    const found: string[] = [];
    for (const screen of screensOf(caller)) {
      await goToScreen(page, screen, samples);
      found.push(...(await violationsOf(page)).map((violation) => `${screen.name}: ${violation}`));
    }
    expect(found).toEqual([]);
    await context.close();
  });
});

/** What shows that a screen is complete, where that is a record. */
const OF_RECORDS = ['mark', 'main img'];

test('screens without any record have no violation of WCAG 2.2 A and AA', async () => {
  const { context, problems } = await site.visitAsNew();
  const page = await context.newPage();
  const found: string[] = [];
  for (const { before: _, ...screen } of screensOf('user')) {
    if (screen.path.includes('{') || OF_RECORDS.includes(screen.waitFor)) continue;
    await openScreen(page, screen, {});
    found.push(...(await violationsOf(page)).map((violation) => `${screen.name}: ${violation}`));
    found.push(...(await layoutProblems(page)).map((problem) => `${screen.name}: ${problem}`));
  }
  expect([...found, ...problems.take()]).toEqual([]);
  await context.close();
});
