import { actorOf } from '../../access/actor.ts';
import type { Routes } from '../../platform/http/guarded-routes.ts';
import { PageQuery } from '../../platform/http/page.ts';
import { IdInPath } from '../../platform/http/shapes.ts';
import { Decline } from './decision.schema.ts';
import {
  approveOpportunity,
  declineOpportunity,
  listOpportunities,
  listUndecidedOpportunities,
  submitOpportunity,
} from './opportunity.actions.ts';
import {
  NewOpportunity,
  OpportunityBody,
  OpportunityList,
  OpportunityQuery,
  SubmittedOpportunityBody,
  SubmittedOpportunityList,
} from './opportunity.schema.ts';
import type { SponsorDeps } from './sponsor.actions.ts';

const tags = ['Sponsors'];

export function publicOpportunityRoutes(deps: SponsorDeps): Routes {
  return (scope) => {
    scope.get(
      '/api/lab/opportunities',
      {
        schema: {
          tags,
          summary: 'List the opportunities',
          description:
            'Those that are approved, for everybody; also with a deadline that has passed, unless `open_at` is given.',
          querystring: OpportunityQuery,
          response: { 200: OpportunityList },
        },
      },
      async (request) => listOpportunities(deps, request.query),
    );
  };
}

export function opportunityRoutes(deps: SponsorDeps): Routes {
  return (scope) => {
    scope.post(
      '/api/lab/opportunities',
      {
        // Each of them is looked at by a person.
        config: { perHour: 'opportunities' },
        schema: {
          tags,
          summary: 'Hand in an opportunity',
          description:
            'An internship, a scholarship, a fellowship or a mentorship. It is shown once a super admin has approved it, without who handed it in.',
          body: NewOpportunity,
          response: { 201: OpportunityBody },
        },
      },
      async (request, reply) => {
        const opportunity = await submitOpportunity(deps, actorOf(request), request.body);
        return reply.status(201).send({ opportunity });
      },
    );
  };
}

export function opportunityAdministrationRoutes(deps: SponsorDeps): Routes {
  return (scope) => {
    scope.get(
      '/api/lab/admin/opportunities/pending',
      {
        schema: {
          tags,
          summary: 'List the opportunities that wait for a decision',
          querystring: PageQuery,
          response: { 200: SubmittedOpportunityList },
        },
      },
      async (request) => listUndecidedOpportunities(deps, request.query),
    );

    scope.post(
      '/api/lab/admin/opportunities/:id/approve',
      {
        schema: {
          tags,
          summary: 'Approve an opportunity',
          description: 'It is shown to everybody then. Written to the audit log.',
          params: IdInPath,
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
          summary: 'Decline an opportunity',
          description: 'Nobody but super admins ever sees the reason. Written to the audit log, without it.',
          params: IdInPath,
          body: Decline,
          response: { 200: SubmittedOpportunityBody },
        },
      },
      async (request) => ({
        opportunity: await declineOpportunity(deps, actorOf(request), request.params.id, request.body),
      }),
    );
  };
}
