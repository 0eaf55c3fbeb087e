import { cpus } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';

const SAMPLE_MS = 250;
const SAMPLES = 20;
const QUIET = 0.15;

/**
 * Waits until hardly anything runs on the machine, for 5 s at most, and returns the share of its processors that is busy
 * then, from 0 to 1: what disturbs the measurement that follows.
 */
export async function waitForQuiet(): Promise<number> {
  let busy = 1;
  for (let sample = 0; sample < SAMPLES && busy > QUIET; sample += 1) {
    const before = timesOfProcessors();
    await delay(SAMPLE_MS);
    const after = timesOfProcessors();
    busy = 1 - (after.idle - before.idle) / (after.all - before.all);
  }
  return busy;
}

function timesOfProcessors(): { idle: number; all: number } {
  const times = cpus().map(({ times }) => times);
  return {
    idle: times.reduce((sum, { idle }) => sum + idle, 0),
    all: times.reduce((sum, { idle, user, nice, sys, irq }) => sum + idle + user + nice + sys + irq, 0),
  };
}
