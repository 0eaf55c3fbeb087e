import { DESK, launchBrowser, newContext, PHONE } from '../../web/test/harness/browser.ts';
import { observe } from '../../web/test/harness/observe.ts';

export type Browser = Awaited<ReturnType<typeof launchBrowser>>;
export type Page = Awaited<ReturnType<Browser['newPage']>>;
/** The cookies of a signed-in user. */
export type Session = Awaited<ReturnType<Awaited<ReturnType<typeof newContext>>['storageState']>>;

export type Visit = {
  baseURL: string;
  session: Session | null;
  /** How many times slower the processor is. */
  slowdown: number;
  /** Whether the window is that of a desk; by default that of a phone. */
  isDesk?: boolean;
};

export { launchBrowser };

/** Opens a page with an empty cache, in which `bench` of `observer.js` notes what happens, and closes it after the work. */
export async function withPage<Result>(
  browser: Browser,
  { baseURL, session, slowdown, isDesk = false }: Visit,
  work: (page: Page) => Promise<Result>,
): Promise<Result> {
  const context = await newContext(browser, {
    baseURL,
    viewport: isDesk ? DESK : PHONE,
    ...(session && { storageState: session }),
  });
  try {
    await observe(context);
    const page = await context.newPage();
    const devTools = await context.newCDPSession(page);
    await devTools.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
    return await work(page);
  } finally {
    await context.close();
  }
}
