import { actorOf } from '../../access/actor.ts';
import type { Routes } from '../../platform/http/guarded-routes.ts';
import { PageQuery } from '../../platform/http/page.ts';
import { DateInPath, IdInPath } from '../../platform/http/shapes.ts';
import { openUploads } from '../../platform/http/upload.ts';
import { type CheckInDeps, checkIn } from './check-in.actions.ts';
import { CheckInAnswer, CheckInBody, CheckInForm, CheckInList, OwnDayBody, Rejection } from './check-in.schema.ts';
import { type DayDeps, listCheckIns, readOwnDay } from './day.actions.ts';
import { type DecisionDeps, rejectCheckIn, verifyCheckIn } from './verification.actions.ts';

const LARGEST_PHOTO_BYTES = 10 * 1024 * 1024;

export function checkInRoutes(deps: CheckInDeps & DayDeps): Routes {
  const tags = ['Workout window'];
  return (scope) => {
    openUploads(scope, { field: 'photo', maxBytes: LARGEST_PHOTO_BYTES, folder: deps.uploadFolder }, (uploads) => {
      uploads.post(
        '/api/workout-window/checkin',
        {
          schema: {
            tags,
            summary: 'Check in',
            description:
              'With a photo of up to 10 MB and 50 megapixels (JPEG, PNG, GIF or WebP), of which nothing but the picture is kept. Once a day, at any time of it; a chip for it, and one more where the one before you has checked in. It is `pending` at first and `verified` right afterwards, unless the photo has been used before.',
            body: CheckInForm,
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
        schema: { tags, summary: 'Read how your day stands', params: DateInPath, response: { 200: OwnDayBody } },
      },
      async (request) => readOwnDay(deps, actorOf(request), request.params.date),
    );

    scope.get(
      '/api/workout-window/checkins/:date',
      {
        schema: {
          tags,
          summary: "List everybody's check-ins of a date",
          description: 'Photos are shown of the people in your chain and squad alone, and places of nobody but you.',
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
          summary: 'Let a check-in count',
          description: 'Its chips count again, where it had been rejected.',
          params: IdInPath,
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
          summary: 'Take a check-in for none',
          description: 'Its chips are taken back, and the person is told the reason.',
          params: IdInPath,
          body: Rejection,
          response: { 200: CheckInBody },
        },
      },
      async (request) => ({ checkin: await rejectCheckIn(deps, actorOf(request), request.params.id, request.body) }),
    );
  };
}
