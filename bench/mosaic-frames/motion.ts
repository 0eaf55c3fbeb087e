import { type Browser, type Page, type Visit, withPage } from '../web/browser.ts';

export const MOTIONS = ['zoom', 'pan', 'pan far out'] as const;
export type Motion = (typeof MOTIONS)[number];

export type MotionMeasurement = {
  motion: Motion;
  frames: number;
  framesPerSecond: number;
  medianMs: number;
  p95Ms: number;
  longestMs: number;
  /** Processor time of the page in a frame, on the slowed processor: it does not depend on what else runs. */
  workMs: number;
};

const WHEEL_TURNS = 60;
const WHEEL_PX = 90;
const DRAGS = 6;
const STEPS_PER_DRAG = 40;
const DRAG_PX = 420;

/** Moves a mosaic with wheel and mouse, as a user does, and measures the time between frames. */
export async function measureMotions(browser: Browser, visit: Visit, path: string): Promise<MotionMeasurement[]> {
  return withPage(browser, { ...visit, isDesk: true }, async (page) => {
    await page.goto(path);
    await page.locator('canvas[role=application]').waitFor();
    await page.evaluate('bench.untilQuiet()');
    const box = await page.locator('canvas[role=application]').boundingBox();
    if (box === null) throw new Error('The mosaic is not shown.');
    const middle = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
    await page.mouse.move(middle.x, middle.y);
    const zoom = await measure(page, 'zoom', async () => {
      await turnWheel(page, -WHEEL_PX, WHEEL_TURNS / 3);
      await turnWheel(page, WHEEL_PX, WHEEL_TURNS / 3);
      await turnWheel(page, -WHEEL_PX, WHEEL_TURNS / 3);
    });
    const pan = await measure(page, 'pan', () => dragAround(page, middle));
    await turnWheel(page, WHEEL_PX, WHEEL_TURNS / 6);
    const panFarOut = await measure(page, 'pan far out', () => dragAround(page, middle));
    return [zoom, pan, panFarOut];
  });
}

async function turnWheel(page: Page, pixels: number, turns: number): Promise<void> {
  for (let turn = 0; turn < turns; turn += 1) await page.mouse.wheel(0, pixels);
}

async function dragAround(page: Page, middle: { x: number; y: number }): Promise<void> {
  for (let drag = 0; drag < DRAGS; drag += 1) {
    const angle = (2 * Math.PI * drag) / DRAGS;
    const [x, y] = [(DRAG_PX / 2) * Math.cos(angle), (DRAG_PX / 2) * Math.sin(angle)];
    await page.mouse.move(middle.x - x, middle.y - y);
    await page.mouse.down();
    await page.mouse.move(middle.x + x, middle.y + y, { steps: STEPS_PER_DRAG });
    await page.mouse.up();
  }
}

/** Milliseconds of processor time that the thread of a page has used. */
async function createWorkMeter(page: Page): Promise<() => Promise<number>> {
  const devTools = await page.context().newCDPSession(page);
  await devTools.send('Performance.enable', { timeDomain: 'threadTicks' });
  return async () => {
    const { metrics } = await devTools.send('Performance.getMetrics');
    return 1_000 * (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0);
  };
}

async function measure(page: Page, motion: Motion, move: () => Promise<void>): Promise<MotionMeasurement> {
  const workOf = await createWorkMeter(page);
  await page.evaluate('bench.startFrames()');
  const before = await workOf();
  await move();
  const work = (await workOf()) - before;
  const frames = (await page.evaluate<number[]>('bench.endFrames()')).toSorted((one, other) => one - other);
  const at = (share: number) => frames[Math.min(frames.length - 1, Math.floor(frames.length * share))] ?? 0;
  const total = frames.reduce((sum, duration) => sum + duration, 0);
  return {
    motion,
    frames: frames.length,
    framesPerSecond: (1_000 * frames.length) / total,
    medianMs: at(0.5),
    p95Ms: at(0.95),
    longestMs: at(1),
    workMs: work / frames.length,
  };
}
