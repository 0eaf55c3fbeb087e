import type { TSchema } from 'typebox';
import type { Clock } from '#platform/clock.ts';
import type { Routes } from '#platform/http/guarded-routes.ts';
import type { Job } from '#platform/jobs/job.ts';
import { ALREADY_RUNNING, type Jobs } from '#platform/jobs/jobs.ts';
import type { JobGroup } from './cron-secrets.ts';

/** The result of a run. Stored in the run record, so it contains nothing private. */
export type JobResult = { success: boolean; message: string };

export type JobCall<Body = object> = {
  /** The scheduled time, which can be past, or the time of the call. */
  scheduledAt: Date;
  /** Empty for a scheduled run. */
  body: Body;
};

export type JobDefinition<Deps, Result extends JobResult, Body> = Omit<Job<never>, 'run' | 'isOn'> & {
  /** Whether this node runs the job. Default: every node does. */
  isOn?: (deps: Deps) => boolean;
  /** Does the work. Runs of one job never overlap. Safe to repeat. */
  run: (deps: Deps, call: JobCall<Body>) => Promise<Result>;
  /** The counts of a result without a run. */
  nothing: (deps: Deps, call: JobCall<Body>) => Omit<Result, keyof JobResult>;
  /** The reason to skip the run, or null. May throw. */
  skip?: (deps: Deps, call: JobCall<Body>) => string | null;
  /** Whether no retry is needed. */
  isComplete?: (result: Result) => boolean;
  /** The machine route, if any. */
  route?: {
    path: string;
    secrets: JobGroup;
    /** The secret may also be sent as `Authorization: Bearer`. */
    takesBearerSecret?: boolean;
    /** Precedes the schedule in the description of the route. */
    details?: string;
    body?: TSchema;
    /** Error codes of the operation, besides the common ones. */
    errors?: readonly string[];
    response: TSchema;
  };
};

/** A job with its machine route. */
export type FeatureJob<Deps> = Job<Deps> & { routes: (deps: Deps) => Routes };

/** What each job needs besides the deps of its work. */
export type JobDeps = { jobs: Pick<Jobs, 'runExclusive'>; clock: Clock };

/**
 * Defines a job with schedule, lock, run record, retries and route. A call during a run returns `ALREADY_RUNNING`. An incomplete
 * scheduled run throws its message, so that the scheduler retries it.
 */
export function defineJob<Deps, Result extends JobResult, Body = object>(
  definition: JobDefinition<Deps, Result, Body>,
): FeatureJob<Deps & JobDeps> & { call: (deps: Deps & JobDeps, body: Body) => Promise<Result> } {
  const { run, nothing, skip, isComplete, route, isOn = () => true, ...schedule } = definition;

  async function attempt(deps: Deps & JobDeps, call: JobCall<Body>): Promise<Result> {
    const withoutRun = (message: string) => ({ success: true, message, ...nothing(deps, call) }) as Result;
    if (!isOn(deps)) return withoutRun('This node is not set up for it.');
    const reason = skip?.(deps, call) ?? null;
    if (reason !== null) return withoutRun(reason);
    const result = await deps.jobs.runExclusive(schedule.name, () => run(deps, call));
    return result ?? withoutRun(ALREADY_RUNNING);
  }

  const call = (deps: Deps & JobDeps, body: Body) => attempt(deps, { scheduledAt: deps.clock.now(), body });

  return {
    ...schedule,
    isOn,
    call,
    run: async (deps, scheduledAt) => {
      const result = await attempt(deps, { scheduledAt, body: {} as Body });
      if (isComplete?.(result) === false) throw new Error(result.message);
      return result;
    },
    routes: (deps) => (scope) => {
      if (route === undefined) return;
      const { path, secrets, takesBearerSecret = false, details = [], body, errors, response } = route;
      const remark = `Runs on schedule \`${schedule.cron}\` (UTC). Call it yourself only if \`SCHEDULER=off\`.`;
      scope.post(
        path,
        {
          config: { secretsOf: secrets, takesBearerSecret, job: schedule.name },
          schema: {
            tags: ['Jobs'],
            summary: schedule.description,
            description: [details, remark].flat().join(' '),
            ...(body !== undefined && { body }),
            ...(errors !== undefined && { errors }),
            response: { 200: response },
          },
        },
        async (request) => call(deps, request.body as Body),
      );
    },
  };
}
