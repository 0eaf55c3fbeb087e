import type { Routes } from '../../platform/http/guarded-routes.ts';
import { type SponsorLetterDeps, writeSponsorLetters } from './sponsor-letter.actions.ts';
import { SPONSOR_LETTERS } from './sponsor-letter.jobs.ts';
import { SponsorLetterRun } from './sponsor-letter.schema.ts';

export function sponsorLetterJobRoutes(deps: SponsorLetterDeps): Routes {
  return (scope) => {
    scope.post(
      '/api/cron/lab/sponsor-outreach-digest',
      {
        config: { secretsOf: 'sponsor-digest', takesBearerSecret: true, job: SPONSOR_LETTERS },
        schema: {
          description:
            'About the last week that is over (UTC), one to each approved sponsor who has not unsubscribed; called again, it makes up for what failed.',
          response: { 200: SponsorLetterRun },
        },
      },
      async () => writeSponsorLetters(deps),
    );
  };
}
