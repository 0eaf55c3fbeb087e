import { actorOf } from '#access/actor.ts';
import { openToTokens } from '#access/token-guard.ts';
import type { Routes } from '#platform/http/guarded-routes.ts';
import type { JournalDeps } from '../deps.ts';
import { AudiencePreview, AudienceQuestion } from './audience.schema.ts';
import { previewAudience } from './audience-preview.actions.ts';

export function audienceRoutes(deps: JournalDeps): Routes {
  return openToTokens({ read: 'journal:read', write: 'journal:write' }, (scope) => {
    scope.post(
      '/api/journal/audience-preview',
      {
        schema: {
          tags: ['Journal'],
          operationId: 'previewAudience',
          summary: 'Preview the audience of an entry',
          description:
            'Returns the users that could see a new entry with this sharing now. Stores nothing. Without `notebook_id`, it is the audience of a notebook with this sharing as well.',
          body: AudienceQuestion,
          errors: [
            'journal.notebook-not-yours',
            'visibility.not-org-member',
            'visibility.not-team-member',
            'visibility.org-required',
            'visibility.org-unknown',
            'visibility.team-required',
            'visibility.team-unknown',
          ],
          response: { 200: AudiencePreview },
        },
      },
      async (request) => previewAudience(deps, actorOf(request), request.body),
    );
  });
}
