import { actorOf } from '#access/actor.ts';
import { openToTokens } from '#access/token-guard.ts';
import type { Routes } from '#platform/http/guarded-routes.ts';
import { PageQuery } from '#platform/http/pagination.ts';
import { IdInPath } from '#platform/http/shapes.ts';
import type { SponsorDeps } from '../deps.ts';
import {
  approveOpportunity,
  declineOpportunity,
  listOpportunities,
  listPendingSubmissions,
  submitOpportunity,
} from './opportunity.actions.ts';
import {
  DeclineReason,
  NewOpportunity,
  OpportunityBody,
  OpportunityList,
  OpportunityQuery,
  SubmittedOpportunityBody,
  SubmittedOpportunityList,
} from './opportunity.schema.ts';

const tags = ['Sponsors'];

export function publicOpportunityRoutes(deps: SponsorDeps): Routes {
  return (scope) => {
    scope.get(
      '/api/lab/opportunities',
      {
        config: { isRevalidated: true },
        schema: {
          tags,
          operationId: 'listOpportunities',
          summary: 'List opportunities',
          description:
            'Returns approved opportunities. Those with a past deadline are included unless `open_at` is set.',
          querystring: OpportunityQuery,
          response: { 200: OpportunityList },
        },
      },
      async (request) => listOpportunities(deps, request.query),
    );
  };
}

export function opportunityRoutes(deps: SponsorDeps): Routes {
  return openToTokens('lab', (scope) => {
    scope.post(
      '/api/lab/opportunities',
      {
        // A super admin reviews each opportunity.
        config: { requiresVerifiedAddress: true, perHour: 'opportunities' },
        schema: {
          tags,
          operationId: 'submitOpportunity',
          summary: 'Submit an opportunity',
          description:
            'An opportunity is an internship, a scholarship, a fellowship or a mentorship. It becomes public once a super admin approves it. The name of the submitter is never shown.',
          body: NewOpportunity,
          response: { 201: OpportunityBody },
        },
      },
      async (request, reply) => {
        const opportunity = await submitOpportunity(deps, actorOf(request), request.body);
        return reply.status(201).send({ opportunity });
      },
    );
  });
}

export function opportunityAdminRoutes(deps: SponsorDeps): Routes {
  return openToTokens({ read: 'admin:read' }, (scope) => {
    scope.get(
      '/api/lab/admin/opportunities/pending',
      {
        schema: {
          tags,
          operationId: 'listPendingOpportunities',
          summary: 'List pending opportunities',
          querystring: PageQuery,
          response: { 200: SubmittedOpportunityList },
        },
      },
      async (request) => listPendingSubmissions(deps, request.query),
    );

    scope.post(
      '/api/lab/admin/opportunities/:id/approve',
      {
        schema: {
          tags,
          operationId: 'approveOpportunity',
          summary: 'Approve an opportunity',
          description: 'The opportunity becomes public. The request is written to the audit log.',
          params: IdInPath,
          errors: ['lab.opportunity-not-found', 'lab.opportunity-not-pending'],
          response: { 200: SubmittedOpportunityBody },
        },
      },
      async (request) => ({ opportunity: await approveOpportunity(deps, actorOf(request), request.params.id) }),
    );

    scope.post(
      '/api/lab/admin/opportunities/:id/decline',
      {
        schema: {
          tags,
          operationId: 'declineOpportunity',
          summary: 'Decline an opportunity',
          description: 'Only super admins see the reason. The request is written to the audit log, without the reason.',
          params: IdInPath,
          body: DeclineReason,
          errors: ['lab.opportunity-not-found', 'lab.opportunity-not-pending'],
          response: { 200: SubmittedOpportunityBody },
        },
      },
      async (request) => ({
        opportunity: await declineOpportunity(deps, actorOf(request), request.params.id, request.body),
      }),
    );
  });
}
