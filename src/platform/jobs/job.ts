/** Work on a schedule. */
export type Job<Deps> = {
  /** The name in run records, and the end of the path of its route. */
  name: string;
  /** A cron expression (minute, hour, day, month, weekday) in UTC. */
  cron: string;
  /** One sentence without the full stop. */
  description: string;
  /** For how many days missed runs are made up; 0 for none. */
  backfillDays: number;
  /** Whether this node runs the job. Default: every node does. */
  isOn?(deps: Deps): boolean;
  /**
   * Does the work of a scheduled time, which may be past. Safe to repeat: a run that throws is retried, and a second concurrent
   * run does nothing.
   */
  run(deps: Deps, scheduledAt: Date): Promise<JobOutcome>;
};

/** The part of other nodes in a distributed run. */
export type Worker<Deps> = {
  /** The job that requests it. */
  job: string;
  /** Processes batches until none remain; does nothing if no run is active. Safe to repeat. */
  run(deps: Deps): Promise<void>;
};

/** The result of a run, in one sentence for an operator. */
export type JobOutcome = { message: string };
