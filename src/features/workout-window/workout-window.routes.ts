import { actorOf } from '#access/actor.ts';
import { openToTokens } from '#access/token-guard.ts';
import type { Routes } from '#platform/http/guarded-routes.ts';
import { MessageBody } from '#platform/http/shapes.ts';
import type { WorkoutWindowDeps } from './deps.ts';
import { changeLocation, closeWindow, readOwnWindow, setUpWindow } from './workout-window.actions.ts';
import { LocationBody, LocationUpdate, MyWindowBody, SetupBody, WindowSetup } from './workout-window.schema.ts';

const tags = ['Workout window'];

export function workoutWindowRoutes(deps: WorkoutWindowDeps): Routes {
  return openToTokens('workout', (scope) => {
    scope.post(
      '/api/workout-window/setup',
      {
        // Each of these requests can match a whole city again.
        config: { perHour: 'windows' },
        schema: {
          tags,
          operationId: 'setUpWindow',
          summary: 'Set up your workout window',
          description:
            'Creates your daily two-hour window (201), or changes and reopens the one you have (200). Chains are matched again. A window may cross midnight; it belongs to the date of its start in its own time zone. On rest days and during a pause you are in no chain, and your streak continues.',
          body: WindowSetup,
          errors: [
            'workout-window.custom-activity-required',
            'workout-window.not-two-hours',
            'workout-window.pause-invalid',
            'workout-window.pause-too-early',
            'workout-window.timezone-unknown',
          ],
          response: { 200: SetupBody, 201: SetupBody },
        },
      },
      async (request, reply) => {
        const { window, isNew } = await setUpWindow(deps, actorOf(request), request.body);
        const message = isNew ? 'Your workout window is created.' : 'Your workout window is updated.';
        return reply.status(isNew ? 201 : 200).send({ window, message });
      },
    );

    scope.get(
      '/api/workout-window/my-window',
      {
        schema: {
          tags,
          operationId: 'getWindow',
          summary: 'Get your workout window and location',
          response: { 200: MyWindowBody },
        },
      },
      async (request) => readOwnWindow(deps, actorOf(request)),
    );

    scope.delete(
      '/api/workout-window/my-window',
      {
        config: { perHour: 'windows' },
        schema: {
          tags,
          operationId: 'closeWindow',
          summary: 'Close your workout window',
          description: 'You are not matched until you set it up again. Past days are kept.',
          response: { 200: MessageBody },
        },
      },
      async (request) => {
        await closeWindow(deps, actorOf(request));
        return { message: 'Your workout window is closed.' };
      },
    );

    scope.put(
      '/api/workout-window/update-location',
      {
        config: { perHour: 'windows' },
        schema: {
          tags,
          operationId: 'updateLocation',
          summary: 'Update your location',
          description:
            'Users are matched by city, else by region, else by time zone. Your location is never shown to others. `ipAddress` is stored only if you send it.',
          body: LocationUpdate,
          errors: ['workout-window.coordinates-incomplete', 'workout-window.timezone-unknown'],
          response: { 200: LocationBody },
        },
      },
      async (request) => ({ location: await changeLocation(deps, actorOf(request), request.body) }),
    );
  });
}
