import { type Cluster, maintenanceUrlOf, withClient } from '../cluster.ts';
import { startMeadowWithClient } from '../load/systems.ts';
import { waitForQuiet } from '../quiet-machine.ts';
import { createAccount } from '../web/account.ts';
import { launchBrowser } from '../web/browser.ts';
import { SLOWDOWN } from '../web/web.ts';
import { plantCrowd, TILES } from './crowd.ts';
import { MOTIONS, type MotionMeasurement, measureMotions } from './motion.ts';

/** A past date, so that no event changes it. */
const DATE = '2026-01-05';

export type MosaicFramesResults = {
  tiles: number;
  slowdown: number;
  /** Of each motion the round with the median rate. */
  motions: MotionMeasurement[];
  /** The largest share of the processors that others used before a round, from 0 to 1. */
  disturbance: number;
};

/** Moves a mosaic of 10,000 tiles in Chromium on a slowed processor. */
export async function measureMosaicFrames(
  cluster: Cluster,
  rounds: number,
  say: (sentence: string) => void,
): Promise<MosaicFramesResults> {
  const name = 'meadow_bench_mosaic';
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
    const session = await createAccount(browser, baseURL);
    await plantCrowd(cluster.urlOf(name), DATE);
    const disturbances: number[] = [];
    const measured: MotionMeasurement[] = [];
    for (let round = 1; round <= rounds; round += 1) {
      say(`Moving a mosaic of ${TILES} tiles, round ${round} of ${rounds}.`);
      disturbances.push(await waitForQuiet());
      const visit = { baseURL, session, slowdown: SLOWDOWN };
      measured.push(...(await measureMotions(browser, visit, `/mosaic/${DATE}`)));
    }
    const motions = MOTIONS.map((motion) => medianRound(measured.filter((one) => one.motion === motion)));
    return { tiles: TILES, slowdown: SLOWDOWN, motions, disturbance: Math.max(...disturbances) };
  } finally {
    for (const close of opened.reverse()) await close();
  }
}

function medianRound(rounds: readonly MotionMeasurement[]): MotionMeasurement {
  const sorted = rounds.toSorted((one, other) => one.framesPerSecond - other.framesPerSecond);
  const median = sorted[Math.floor(sorted.length / 2)];
  if (median === undefined) throw new Error('No round was measured.');
  return median;
}
