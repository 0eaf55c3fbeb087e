import { actorOf } from '../../access/actor.ts';
import type { Routes } from '../../platform/http/guarded-routes.ts';
import { PageQuery } from '../../platform/http/page.ts';
import { IdInPath } from '../../platform/http/shapes.ts';
import { Decline } from './decision.schema.ts';
import {
  applyAsSponsor,
  approveSponsor,
  declineSponsor,
  listSponsors,
  listUndecidedSponsors,
  type SponsorDeps,
} from './sponsor.actions.ts';
import {
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
        // Each of them is looked at by a person.
        config: { perHour: 'sponsors' },
        schema: {
          tags,
          summary: 'Apply to be a sponsor',
          description:
            'Nobody has to sign in. It is shown once a super admin has approved it; contacts and message are never shown to anybody else.',
          body: NewSponsor,
          response: { 201: SponsorBody },
        },
      },
      async (request, reply) => reply.status(201).send({ sponsor: await applyAsSponsor(deps, request.body) }),
    );

    scope.get(
      '/api/lab/sponsors',
      {
        schema: {
          tags,
          summary: 'List the sponsors',
          description: 'Those who are approved, for everybody, newest first; with `tier` those of one tier.',
          querystring: SponsorQuery,
          response: { 200: SponsorList },
        },
      },
      async (request) => listSponsors(deps, request.query),
    );
  };
}

export function sponsorAdministrationRoutes(deps: SponsorDeps): Routes {
  return (scope) => {
    scope.get(
      '/api/lab/admin/sponsors/pending',
      {
        schema: {
          tags,
          summary: 'List the sponsors who wait for a decision',
          description: 'With their contacts. Reading them is written to the audit log.',
          querystring: PageQuery,
          response: { 200: SponsorApplicationList },
        },
      },
      async (request) => listUndecidedSponsors(deps, actorOf(request), request.query),
    );

    scope.post(
      '/api/lab/admin/sponsors/:id/approve',
      {
        schema: {
          tags,
          summary: 'Approve a sponsor',
          description: 'They are shown to everybody then, and get a letter each week. Written to the audit log.',
          params: IdInPath,
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
          summary: 'Decline a sponsor',
          description:
            'The applicant is not told. Nobody but super admins ever sees the reason. Written to the audit log, without it.',
          params: IdInPath,
          body: Decline,
          response: { 200: SponsorApplicationBody },
        },
      },
      async (request) => ({
        sponsor: await declineSponsor(deps, actorOf(request), request.params.id, request.body),
      }),
    );
  };
}
