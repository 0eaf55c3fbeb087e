import { spawnSync } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type ScreenSize, screenSizes, WEB_FOLDER } from '../../web/test/harness/bundle.ts';
import { MAIN_SCREENS } from '../../web/test/harness/main-screens.ts';
import { type Cluster, maintenanceUrlOf, withClient } from '../cluster.ts';
import { startMeadowWithClient } from '../load/systems.ts';
import { waitForQuiet } from '../quiet-machine.ts';
import { createWriter } from './account.ts';
import { launchBrowser } from './browser.ts';
import { measureTyping } from './editing.ts';
import { type LoadMeasurement, measureLoading } from './loading.ts';
import { measureScrolling, type ScrollMeasurement } from './scrolling.ts';

const ROOT = join(import.meta.dirname, '..', '..');
/** Of the processor, while screens are opened: a phone of some years. */
export const SLOWDOWN = 4;

export type WebResults = {
  buildSeconds: number;
  sizes: ScreenSize[];
  loading: LoadMeasurement[];
  typingMs: number;
  scrolling: ScrollMeasurement;
  /** The largest share of the processors that others used before a measurement, from 0 to 1. */
  disturbance: number;
};

/** Builds the web client anew, and measures it in Chromium against a server with 10,000 entries. */
export async function measureWeb(
  cluster: Cluster,
  rounds: number,
  say: (sentence: string) => void,
): Promise<WebResults> {
  const buildSeconds = await buildAnew();
  const sizes = await screenSizes(WEB_FOLDER);
  const name = 'meadow_bench_web';
  const drop = () =>
    withClient(maintenanceUrlOf(cluster), (client) => client.query(`drop database if exists ${name} with (force)`));
  await drop();
  await withClient(maintenanceUrlOf(cluster), (client) => client.query(`create database ${name}`));
  const opened: (() => Promise<unknown>)[] = [drop];
  try {
    const { port, stop } = await startMeadowWithClient(cluster.urlOf(name));
    opened.push(stop);
    const browser = await launchBrowser();
    opened.push(() => browser.close());
    const baseURL = `http://localhost:${port}`;
    const { session, entryId } = await createWriter(browser, baseURL, cluster.urlOf(name));

    const disturbances: number[] = [];
    const loading: LoadMeasurement[] = [];
    for (const screen of MAIN_SCREENS) {
      say(`Opening ${screen.path}.`);
      disturbances.push(await waitForQuiet());
      const visit = { baseURL, session: screen.isOfUser ? session : null, slowdown: SLOWDOWN, entryId, rounds };
      loading.push(await measureLoading(browser, screen, visit));
    }
    say('Typing and scrolling.');
    const visit = { baseURL, session, slowdown: 1, entryId };
    disturbances.push(await waitForQuiet());
    const typingMs = await measureTyping(browser, visit);
    disturbances.push(await waitForQuiet());
    const scrolling = await measureScrolling(browser, visit);
    return { buildSeconds, sizes, loading, typingMs, scrolling, disturbance: Math.max(...disturbances) };
  } finally {
    for (const close of opened.reverse()) await close();
  }
}

/** As the first `npm start` does. Returns the seconds that it takes. */
async function buildAnew(): Promise<number> {
  await rm(WEB_FOLDER, { recursive: true, force: true });
  const started = performance.now();
  const { status } = spawnSync(process.execPath, [join('scripts', 'build-web.js')], { cwd: ROOT, stdio: 'inherit' });
  if (status !== 0) throw new Error('The web client does not build.');
  return (performance.now() - started) / 1000;
}
