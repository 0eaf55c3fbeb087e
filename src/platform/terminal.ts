import { styleText } from 'node:util';
import { type Options, type Params, SingleBar } from 'cli-progress';

export type Progress = {
  /** Reports that one of `total` parts is done. */
  step(total: number): void;
};

const FRAMES = ['⠋', '⠙', '⠹', '⠸', '⠼', '⠴', '⠦', '⠧', '⠇', '⠏'];
const LINE_INTERVAL_MS = 15_000;
const BAR_WIDTH = 24;

/**
 * Runs the work with a progress bar on standard error, removed at the end. Without a terminal, prints a line at the start, and the
 * progress every 15 seconds.
 */
export async function showing<Result>(what: string, work: (progress: Progress) => Promise<Result>): Promise<Result> {
  const stream = process.stderr;
  if (!stream.isTTY) {
    stream.write(`${what} ...\n`);
    return work(createLineProgress(what, (line) => stream.write(line)));
  }
  const bar = new SingleBar({
    stream,
    fps: 10,
    clearOnComplete: true,
    hideCursor: false,
    // It would intercept the first Ctrl-C.
    gracefulExit: false,
    format: (_options: Options, params: Params) => lineOf(what, params),
  });
  bar.start(0, 0);
  try {
    return await work({
      step: (total) => {
        bar.setTotal(total);
        bar.increment();
      },
    });
  } finally {
    bar.stop();
  }
}

/** Progress as lines of text, at most one in 15 seconds. */
export function createLineProgress(what: string, write: (line: string) => void, now = () => Date.now()): Progress {
  let count = 0;
  let writtenAt = now();
  return {
    step: (total) => {
      count += 1;
      if (now() - writtenAt < LINE_INTERVAL_MS) return;
      writtenAt = now();
      write(`${what}: ${Math.floor((100 * count) / total)} %\n`);
    },
  };
}

function lineOf(what: string, { value, total, startTime }: Params): string {
  const seconds = (Date.now() - startTime) / 1000;
  const frame = FRAMES[Math.floor(seconds * 10) % FRAMES.length];
  if (total === 0) return `${frame} ${what}  ${Math.floor(seconds)} s`;
  const done = Math.round((BAR_WIDTH * value) / total);
  return `${frame} ${what}  ${'█'.repeat(done)}${'░'.repeat(BAR_WIDTH - done)} ${value}/${total}`;
}

export type Paint = Parameters<typeof styleText>[0];

/** The text in a colour, if standard output is a terminal with colours. */
export function painted(paint: Paint, text: string): string {
  return process.stdout.isTTY && process.stdout.hasColors() ? styleText(paint, text) : text;
}
