export type Loop = {
  /** Runs the work now, or once more after the current run. */
  wake(): void;
  /** Starts no more runs and resolves when the current one has ended. */
  stop(): Promise<void>;
};

export type LoopOptions = {
  /** The pause between two runs. */
  intervalMs: number;
  work: () => Promise<unknown>;
  /** Receives the error of a failed run; the loop continues. */
  onError: (error: unknown) => void;
};

/** Runs work repeatedly, one run at a time: immediately, after each interval, and when woken. */
export function startLoop({ intervalMs, work, onError }: LoopOptions): Loop {
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> | null = null;
  let isWokenAgain = false;
  let isStopped = false;

  async function run(): Promise<void> {
    do {
      isWokenAgain = false;
      await work().catch(onError);
    } while (isWokenAgain && !isStopped);
    running = null;
    if (!isStopped) timer = setTimeout(wake, intervalMs);
  }

  function wake(): void {
    clearTimeout(timer);
    if (running !== null) isWokenAgain = true;
    else if (!isStopped) running = run();
  }

  wake();
  return {
    wake,
    stop: async () => {
      isStopped = true;
      clearTimeout(timer);
      await running;
    },
  };
}
