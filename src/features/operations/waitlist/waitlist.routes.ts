import { actorOf } from '#access/actor.ts';
import { openToTokens } from '#access/token-guard.ts';
import type { Routes } from '#platform/http/guarded-routes.ts';
import { IdInPath, MessageBody } from '#platform/http/shapes.ts';
import type { OperationsDeps } from '../deps.ts';
import { approveWaitlistEntry, declineWaitlistEntry, joinWaitlist, listWaitlist } from './waitlist.actions.ts';
import { NewWaitlistEntry, Waitlist, WaitlistEntryBody, WaitlistQuery } from './waitlist.schema.ts';

const MAX_BODY_BYTES = 16 * 1024;
const RESPONSE = { message: 'Thank you. You get an email at this address when you can join.' };

export function waitlistRoutes(deps: OperationsDeps): Routes {
  return (scope) => {
    scope.post(
      '/api/waitlist',
      {
        config: { perHour: 'waitlist' },
        bodyLimit: MAX_BODY_BYTES,
        schema: {
          tags: ['Waitlist'],
          operationId: 'joinWaitlist',
          summary: 'Join the waitlist',
          description: 'No sign-in is needed. The response is the same for every email address, known or not.',
          body: NewWaitlistEntry,
          response: { 200: MessageBody },
        },
      },
      async (request) => {
        await joinWaitlist(deps, request.body);
        return RESPONSE;
      },
    );
  };
}

export function waitlistAdministrationRoutes(deps: OperationsDeps): Routes {
  const tags = ['Waitlist'];
  return openToTokens({ read: 'admin:read' }, (scope) => {
    scope.get(
      '/api/admin/waitlist',
      {
        schema: {
          tags,
          operationId: 'listWaitlistEntries',
          summary: 'List waitlist entries',
          description: 'The request is written to the audit log.',
          querystring: WaitlistQuery,
          response: { 200: Waitlist },
        },
      },
      async (request) => listWaitlist(deps, actorOf(request), request.query),
    );

    scope.post(
      '/api/admin/waitlist/:id/approve',
      {
        schema: {
          tags,
          operationId: 'approveWaitlistEntry',
          summary: 'Approve a waitlist entry',
          description:
            'Approval is final. The applicant gets an email: with an invitation for 30 days if sign-up needs one, otherwise with the link to sign up.',
          params: IdInPath,
          errors: ['waitlist.decided', 'waitlist.not-found', 'waitlist.sign-up-closed'],
          response: { 200: WaitlistEntryBody },
        },
      },
      async (request) => ({
        waitlist_entry: await approveWaitlistEntry(deps, actorOf(request), request.params.id),
      }),
    );

    scope.post(
      '/api/admin/waitlist/:id/decline',
      {
        schema: {
          tags,
          operationId: 'declineWaitlistEntry',
          summary: 'Decline a waitlist entry',
          description: 'A decline is final. The applicant is not notified.',
          params: IdInPath,
          errors: ['waitlist.decided', 'waitlist.not-found'],
          response: { 200: WaitlistEntryBody },
        },
      },
      async (request) => ({
        waitlist_entry: await declineWaitlistEntry(deps, actorOf(request), request.params.id),
      }),
    );
  });
}
