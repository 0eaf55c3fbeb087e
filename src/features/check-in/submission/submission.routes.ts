import { actorOf } from '../../../access/actor.ts';
import type { Routes } from '../../../platform/http/guarded-routes.ts';
import { PageQuery } from '../../../platform/http/pagination.ts';
import { DateInPath, IdInPath } from '../../../platform/http/shapes.ts';
import { openUploads } from '../../../platform/http/upload.ts';
import { CheckInAnswer, CheckInBody, CheckInForm, CheckInList, OwnDayBody, Rejection } from '../check-in.schema.ts';
import { type DayDeps, listCheckIns, readOwnDay } from '../day/day.actions.ts';
import { type DecisionDeps, rejectCheckIn, verifyCheckIn } from '../verification/verification.actions.ts';
import { type CheckInDeps, checkIn } from './submission.actions.ts';

const MAX_PHOTO_BYTES = 10 * 1024 * 1024;

export function checkInRoutes(deps: CheckInDeps & DayDeps): Routes {
  const tags = ['Workout window'];
  return (scope) => {
    openUploads(scope, { field: 'photo', maxBytes: MAX_PHOTO_BYTES, folder: deps.uploadFolder }, (uploads) => {
      uploads.post(
        '/api/workout-window/checkin',
        {
          schema: {
            tags,
            operationId: 'createWorkoutCheckIn',
            summary: 'Check in to your workout',
            description:
              'Send a photo of up to 10 MB and 50 megapixels (JPEG, PNG, GIF or WebP); its metadata is removed. You can check in once a day, at any time. You get one chip, and a second one if the user before you has checked in. The status is `pending` at first, and `verified` soon after unless the photo was used before.',
            body: CheckInForm,
            errors: [
              'check-in.already-made',
              'check-in.day-not-over',
              'check-in.place-invalid',
              'check-in.window-required',
              'image.busy',
              'image.too-many-frames',
              'image.too-many-pixels',
              'image.too-many-waiting',
              'image.too-slow',
              'image.unreadable',
              'storage.unavailable',
            ],
            response: { 201: CheckInAnswer },
          },
        },
        async (request, reply) => {
          const answer = await checkIn(deps, actorOf(request), request.body);
          return reply.status(201).send(answer);
        },
      );
    });

    scope.get(
      '/api/workout-window/checkin/:date',
      {
        schema: {
          tags,
          operationId: 'getWorkoutDay',
          summary: 'Get your check-in of a date',
          params: DateInPath,
          response: { 200: OwnDayBody },
        },
      },
      async (request) => readOwnDay(deps, actorOf(request), request.params.date),
    );

    scope.get(
      '/api/workout-window/checkins/:date',
      {
        schema: {
          tags,
          operationId: 'listWorkoutCheckIns',
          summary: 'List all check-ins of a date',
          description: 'Photos are included for users in your chain and squad, coordinates only for yourself.',
          params: DateInPath,
          querystring: PageQuery,
          response: { 200: CheckInList },
        },
      },
      async (request) => listCheckIns(deps, actorOf(request), request.params.date, request.query),
    );
  };
}

export function checkInAdministrationRoutes(deps: DecisionDeps): Routes {
  const tags = ['Administration'];
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
      async (request) => ({ checkin: await verifyCheckIn(deps, actorOf(request), request.params.id) }),
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
