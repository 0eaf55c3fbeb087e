import { actorOf } from '../../access/actor.ts';
import type { Routes } from '../../platform/http/guarded-routes.ts';
import { IdInPath, MessageBody } from '../../platform/http/shapes.ts';
import {
  approveWaitlistEntry,
  declineWaitlistEntry,
  joinWaitlist,
  listWaitlist,
  type WaitlistDeps,
} from './waitlist.actions.ts';
import { NewWaitlistEntry, Waitlist, WaitlistEntryBody, WaitlistQuery } from './waitlist.schema.ts';

/** In bytes. */
const BODY_LIMIT = 16 * 1024;
const ANSWER = { message: 'Thank you. Once there is a place, a mail comes to this address.' };

export function waitlistRoutes(deps: WaitlistDeps): Routes {
  return (scope) => {
    scope.post(
      '/api/waitlist',
      {
        config: { perHour: 'waitlist' },
        bodyLimit: BODY_LIMIT,
        schema: {
          tags: ['Waitlist'],
          summary: 'Wait for a place',
          description: 'Nobody has to sign in. The answer is the same for every address, known or not.',
          body: NewWaitlistEntry,
          response: { 200: MessageBody },
        },
      },
      async (request) => {
        await joinWaitlist(deps, request.body);
        return ANSWER;
      },
    );
  };
}

export function waitlistAdministrationRoutes(deps: WaitlistDeps): Routes {
  const tags = ['Waitlist'];
  return (scope) => {
    scope.get(
      '/api/admin/waitlist',
      {
        schema: {
          tags,
          summary: 'List who waits',
          description: 'Reading it is written to the audit log.',
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
          summary: 'Let somebody in',
          description: 'It is final, and sends them a mail with an invitation to sign up.',
          params: IdInPath,
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
          summary: 'Do not let somebody in',
          description: 'It is final. Nobody is told.',
          params: IdInPath,
          response: { 200: WaitlistEntryBody },
        },
      },
      async (request) => ({
        waitlist_entry: await declineWaitlistEntry(deps, actorOf(request), request.params.id),
      }),
    );
  };
}
