export type Loop = {
  /** Does the work now, or once more after the run that is under way. */
  wake(): void;
  /** Begins no more work, and resolves when what is under way has ended. */
  stop(): Promise<void>;
};

export type LoopOptions = {
  /** Pause between two runs. */
  intervalMs: number;
  work: () => Promise<unknown>;
  /** Hears of a run that failed; the next one comes all the same. */
  onError: (error: unknown) => void;
};

/** Does some work now and again in this process, one run at a time: at once, after each pause, and whenever it is woken. */
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
