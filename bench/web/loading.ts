import type { MeasuredScreen } from '../../web/test/harness/main-screens.ts';
import { expectContent } from '../../web/test/harness/observe.ts';
import { medianOf } from '../table.ts';
import { type Browser, type Visit, withPage } from './browser.ts';

/** The medians of several openings with an empty cache. */
export type LoadMeasurement = {
  path: string;
  paintMs: number;
  /** When the content is there, and the last task over 50 ms before a second without one has ended. */
  interactiveMs: number;
  /** The sum of all layout shifts. */
  shift: number;
  /** Of the API, with a response before the content was there. */
  requests: string[];
  /** JavaScript that was there before the content, as it was sent. */
  scriptBytes: number;
};

export async function measureLoading(
  browser: Browser,
  screen: MeasuredScreen,
  visit: Visit & { entryId: string; rounds: number },
): Promise<LoadMeasurement> {
  const openings: LoadMeasurement[] = [];
  for (let round = 0; round < visit.rounds; round += 1) openings.push(await openScreen(browser, screen, visit));
  const median = (read: (opening: LoadMeasurement) => number) => medianOf(openings.map(read));
  return {
    path: screen.path,
    paintMs: median(({ paintMs }) => paintMs),
    interactiveMs: median(({ interactiveMs }) => interactiveMs),
    shift: median(({ shift }) => shift),
    requests: openings.toSorted((one, other) => other.requests.length - one.requests.length)[0]?.requests ?? [],
    scriptBytes: median(({ scriptBytes }) => scriptBytes),
  };
}

function openScreen(browser: Browser, { path, content }: MeasuredScreen, visit: Visit & { entryId: string }) {
  return withPage(browser, visit, async (page): Promise<LoadMeasurement> => {
    await expectContent(page, content);
    await page.goto(path.replace('{entry}', visit.entryId));
    await page.evaluate('bench.untilQuiet()');
    return { path, ...(await page.evaluate<Omit<LoadMeasurement, 'path'>>('bench.read()')) };
  });
}
