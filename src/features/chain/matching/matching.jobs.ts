import { defineJob, type JobCall } from '#access/job.ts';
import type { ChainDeps } from '../deps.ts';
import { datesToMatch, emptyRun, matchAllGroups } from './matching.actions.ts';
import { ChainDate, MatchingRun } from './matching.schema.ts';

export const CHAIN_MATCHING = defineJob({
  name: 'generate-chains',
  cron: '0 0 * * *',
  description: 'Match all users for today and tomorrow',
  backfillDays: 1,
  run: (deps: ChainDeps, { body }: JobCall<ChainDate>) => matchAllGroups(deps, body),
  skip: (deps, { body }) => {
    // Rejects a date out of range before a run is recorded.
    datesToMatch(deps, body);
    return null;
  },
  isComplete: ({ today, tomorrow }) => today.success && tomorrow.success,
  nothing: (deps, { body }) => emptyRun(deps, body),
  route: {
    path: '/api/workout-window/cron/generate-chains',
    secrets: 'workout-window',
    details: 'The body may name another date than today. It is matched together with the next date.',
    body: ChainDate,
    errors: ['chain.date-out-of-range'],
    response: MatchingRun,
  },
});
