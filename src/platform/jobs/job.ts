/** Work that is done on a schedule, without somebody waiting for it. */
export type Job<Deps> = {
  /** What its runs are written down under. A route that does the same work ends in it. */
  name: string;
  /** Minute, hour, day, month and weekday as in a crontab, in UTC. */
  cron: string;
  /** What it does, in one sentence without its full stop. */
  description: string;
  /** For how many days a run is made up for that no node was there to begin; 0 where the next one comes soon enough. */
  backfillDays: number;
  /**
   * Does the work for a moment of the schedule, which may be a while ago. Safe to repeat: where it throws it is tried again,
   * and where it meets another run of itself it does nothing.
   */
  run(deps: Deps, scheduledAt: Date): Promise<JobOutcome>;
};

/** What other nodes do for a run of a job that has asked for help. */
export type Worker<Deps> = {
  /** The job that asks for it. */
  job: string;
  /** Takes part, and ends when nothing is left to do; does nothing where no run is under way. Safe to repeat. */
  run(deps: Deps): Promise<void>;
};

/** What a run has done, in a sentence for whoever watches it. */
export type JobOutcome = { message: string };
