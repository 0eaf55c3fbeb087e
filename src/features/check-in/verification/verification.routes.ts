import { actorOf } from '#access/actor.ts';
import type { Routes } from '#platform/http/guarded-routes.ts';
import { IdInPath } from '#platform/http/shapes.ts';
import { CheckInBody, Rejection } from '../check-in.schema.ts';
import type { CheckInDeps } from '../deps.ts';
import { approveCheckIn, rejectCheckIn } from './verification.actions.ts';

const tags = ['Administration'];

export function verificationRoutes(deps: CheckInDeps): Routes {
  return (scope) => {
    scope.post(
      '/api/workout-window/admin/checkins/:id/verify',
      {
        schema: {
          tags,
          operationId: 'approveCheckIn',
          summary: 'Approve a check-in',
          description: 'The chips of a rejected check-in count again.',
          params: IdInPath,
          errors: ['check-in.not-found'],
          response: { 200: CheckInBody },
        },
      },
      async (request) => ({ checkin: await approveCheckIn(deps, actorOf(request), request.params.id) }),
    );

    scope.post(
      '/api/workout-window/admin/checkins/:id/reject',
      {
        schema: {
          tags,
          operationId: 'rejectCheckIn',
          summary: 'Reject a check-in',
          description: 'Its chips are taken back, and the user is notified of the reason.',
          params: IdInPath,
          body: Rejection,
          errors: ['check-in.not-found'],
          response: { 200: CheckInBody },
        },
      },
      async (request) => ({ checkin: await rejectCheckIn(deps, actorOf(request), request.params.id, request.body) }),
    );
  };
}
