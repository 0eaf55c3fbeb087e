import type { TSchema } from 'typebox';
import type { Clock } from '../platform/clock.ts';
import type { Routes } from '../platform/http/guarded-routes.ts';
import type { Job } from '../platform/jobs/job.ts';
import { ALREADY_RUNNING, type Jobs } from '../platform/jobs/jobs.ts';
import type { JobGroup } from './cron-secrets.ts';

/** What the answer of every run says. The run record stores the answer, so it holds nothing private. */
export type JobAnswer = { success: boolean; message: string };

export type JobCall<Body = object> = {
  /** The time of the schedule, which may be a while ago, or of the call. */
  scheduledAt: Date;
  /** Empty if the schedule begins the run. */
  body: Body;
};

export type JobDefinition<Deps, Answer extends JobAnswer, Body> = Omit<Job<never>, 'run'> & {
  /** Does the work. Runs of one job never overlap. Safe to repeat. */
  run: (deps: Deps, call: JobCall<Body>) => Promise<Answer>;
  /** The rest of the answer of a call that does not run. */
  nothing: (deps: Deps, call: JobCall<Body>) => Omit<Answer, keyof JobAnswer>;
  /** Why the call need not run, or null. May throw. */
  skip?: (deps: Deps, call: JobCall<Body>) => string | null;
  /** Whether the run left nothing to a retry. */
  isComplete?: (answer: Answer) => boolean;
  /** The route that machines call, if there is one. */
  route?: {
    path: string;
    secrets: JobGroup;
    /** The secret may come in the header Authorization as well. */
    takesBearerSecret?: boolean;
    /** Stands before the schedule in the description of the route. */
    details?: string;
    body?: TSchema;
    /** Codes of the errors that the operation answers, besides those that are common to all. */
    errors?: readonly string[];
    response: TSchema;
  };
};

/** A job of a feature: what the scheduler runs, and the route of machines that runs the same. */
export type FeatureJob<Deps> = Job<Deps> & { routes: (deps: Deps) => Routes };

/** What running a job takes besides its own work. */
export type JobDeps = { jobs: Pick<Jobs, 'runExclusive'>; clock: Clock };

/**
 * Defines a job once: its schedule, its lock, the record of its runs, its retries and its route. A run that meets another does
 * nothing and says so. A scheduled run that is not complete throws its message, so that the scheduler tries again.
 */
export function defineJob<Deps, Answer extends JobAnswer, Body = object>(
  definition: JobDefinition<Deps, Answer, Body>,
): FeatureJob<Deps & JobDeps> & { call: (deps: Deps & JobDeps, body: Body) => Promise<Answer> } {
  const { run, nothing, skip, isComplete, route, ...schedule } = definition;

  async function attempt(deps: Deps & JobDeps, call: JobCall<Body>): Promise<Answer> {
    const without = (message: string) => ({ success: true, message, ...nothing(deps, call) }) as Answer;
    const reason = skip?.(deps, call) ?? null;
    if (reason !== null) return without(reason);
    const answer = await deps.jobs.runExclusive(schedule.name, () => run(deps, call));
    return answer ?? without(ALREADY_RUNNING);
  }

  const call = (deps: Deps & JobDeps, body: Body) => attempt(deps, { scheduledAt: deps.clock.now(), body });

  return {
    ...schedule,
    call,
    run: async (deps, scheduledAt) => {
      const answer = await attempt(deps, { scheduledAt, body: {} as Body });
      if (isComplete?.(answer) === false) throw new Error(answer.message);
      return answer;
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
