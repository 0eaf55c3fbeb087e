import { actorOf } from '#access/actor.ts';
import { openToTokens } from '#access/token-guard.ts';
import type { Routes } from '#platform/http/guarded-routes.ts';
import { PageQuery } from '#platform/http/pagination.ts';
import { IdInPath } from '#platform/http/shapes.ts';
import type { SponsorDeps } from '../deps.ts';
import {
  applyAsSponsor,
  approveSponsor,
  declineSponsor,
  listPendingApplications,
  listSponsors,
} from './sponsor.actions.ts';
import {
  DeclineReason,
  NewSponsor,
  SponsorApplicationBody,
  SponsorApplicationList,
  SponsorBody,
  SponsorList,
  SponsorQuery,
} from './sponsor.schema.ts';

const tags = ['Sponsors'];

export function sponsorRoutes(deps: SponsorDeps): Routes {
  return (scope) => {
    scope.post(
      '/api/lab/sponsors',
      {
        // A super admin reviews each application.
        config: { perHour: 'sponsors' },
        schema: {
          tags,
          operationId: 'applyAsSponsor',
          summary: 'Apply to become a sponsor',
          description:
            'No sign-in is needed. The sponsor becomes public once a super admin approves it. Contact details and message are shown only to super admins.',
          body: NewSponsor,
          response: { 201: SponsorBody },
        },
      },
      async (request, reply) => reply.status(201).send({ sponsor: await applyAsSponsor(deps, request.body) }),
    );

    scope.get(
      '/api/lab/sponsors',
      {
        config: { isRevalidated: true },
        schema: {
          tags,
          operationId: 'listSponsors',
          summary: 'List sponsors',
          description: 'Returns approved sponsors, newest first. `tier` filters by tier.',
          querystring: SponsorQuery,
          response: { 200: SponsorList },
        },
      },
      async (request) => listSponsors(deps, request.query),
    );
  };
}

export function sponsorAdminRoutes(deps: SponsorDeps): Routes {
  return openToTokens({ read: 'admin:read' }, (scope) => {
    scope.get(
      '/api/lab/admin/sponsors/pending',
      {
        schema: {
          tags,
          operationId: 'listPendingSponsors',
          summary: 'List pending sponsors',
          description: 'The response includes their contact details. The request is written to the audit log.',
          querystring: PageQuery,
          response: { 200: SponsorApplicationList },
        },
      },
      async (request) => listPendingApplications(deps, actorOf(request), request.query),
    );

    scope.post(
      '/api/lab/admin/sponsors/:id/approve',
      {
        schema: {
          tags,
          operationId: 'approveSponsor',
          summary: 'Approve a sponsor',
          description: 'The sponsor becomes public and gets a weekly mail. The request is written to the audit log.',
          params: IdInPath,
          errors: ['lab.sponsor-not-found', 'lab.sponsor-not-pending'],
          response: { 200: SponsorApplicationBody },
        },
      },
      async (request) => ({ sponsor: await approveSponsor(deps, actorOf(request), request.params.id) }),
    );

    scope.post(
      '/api/lab/admin/sponsors/:id/decline',
      {
        schema: {
          tags,
          operationId: 'declineSponsor',
          summary: 'Decline a sponsor',
          description:
            'The applicant is not notified. Only super admins see the reason. The request is written to the audit log, without the reason.',
          params: IdInPath,
          body: DeclineReason,
          errors: ['lab.sponsor-not-found', 'lab.sponsor-not-pending'],
          response: { 200: SponsorApplicationBody },
        },
      },
      async (request) => ({
        sponsor: await declineSponsor(deps, actorOf(request), request.params.id, request.body),
      }),
    );
  });
}
