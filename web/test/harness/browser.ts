import chromium from '@sparticuz/chromium';
import { type Browser, type BrowserContext, type BrowserContextOptions, chromium as driver } from 'playwright-core';

export type { BrowserContext };

/** What a machine without graphics card and users needs. The package's own list also turns off web security, which is tested here. */
const ARGUMENTS = [
  '--no-sandbox',
  '--no-pings',
  '--no-default-browser-check',
  '--font-render-hinting=none',
  '--ignore-gpu-blocklist',
  '--in-process-gpu',
  '--use-gl=angle',
  '--use-angle=swiftshader',
  '--enable-unsafe-swiftshader',
];

/** Chromium from npm runs on a bare machine. `CHROMIUM_PATH` names another. */
export async function launchBrowser(): Promise<Browser> {
  const executablePath = process.env.CHROMIUM_PATH ?? (await chromium.executablePath());
  return driver.launch({ executablePath, args: ARGUMENTS, headless: true });
}

export const PHONE = { width: 390, height: 844 };
export const TABLET = { width: 820, height: 1180 };
export const DESK = { width: 1440, height: 900 };

export type Theme = 'light' | 'dark';

/** A browser of one person: without motion, in one language and time zone. Workers are blocked unless a test is about them. */
export async function newContext(browser: Browser, options: BrowserContextOptions = {}): Promise<BrowserContext> {
  const context = await browser.newContext({
    viewport: PHONE,
    locale: 'en-GB',
    timezoneId: 'Europe/Berlin',
    reducedMotion: 'reduce',
    serviceWorkers: 'block',
    ...options,
  });
  context.setDefaultTimeout(20_000);
  return context;
}
