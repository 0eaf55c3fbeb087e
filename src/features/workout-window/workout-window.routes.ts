import { actorOf } from '../../access/actor.ts';
import type { Routes } from '../../platform/http/guarded-routes.ts';
import { MessageBody } from '../../platform/http/shapes.ts';
import {
  changeLocation,
  closeWindow,
  readOwnWindow,
  setUpWindow,
  type WorkoutWindowDeps,
} from './workout-window.actions.ts';
import { LocationBody, LocationUpdate, MyWindowBody, SetupBody, WindowSetup } from './workout-window.schema.ts';

const tags = ['Workout window'];

export function workoutWindowRoutes(deps: WorkoutWindowDeps): Routes {
  return (scope) => {
    scope.post(
      '/api/workout-window/setup',
      {
        // Each of these can have a whole city matched anew.
        config: { perHour: 'windows' },
        schema: {
          tags,
          summary: 'Commit to two hours of each day',
          description:
            'Makes your window (201), or changes and reopens the one you have (200); chains are matched anew. It may cross midnight, and belongs to the date of its start in its own time zone.',
          body: WindowSetup,
          response: { 200: SetupBody, 201: SetupBody },
        },
      },
      async (request, reply) => {
        const { window, isNew } = await setUpWindow(deps, actorOf(request), request.body);
        const message = isNew ? 'Your window is set.' : 'Your window is changed.';
        return reply.status(isNew ? 201 : 200).send({ window, message });
      },
    );

    scope.get(
      '/api/workout-window/my-window',
      { schema: { tags, summary: 'Read your window and location', response: { 200: MyWindowBody } } },
      async (request) => readOwnWindow(deps, actorOf(request)),
    );

    scope.delete(
      '/api/workout-window/my-window',
      {
        config: { perHour: 'windows' },
        schema: {
          tags,
          summary: 'Close your window',
          description: 'You are matched no more, until you set it up again. What has been is kept.',
          response: { 200: MessageBody },
        },
      },
      async (request) => {
        await closeWindow(deps, actorOf(request));
        return { message: 'Your window is closed.' };
      },
    );

    scope.put(
      '/api/workout-window/update-location',
      {
        config: { perHour: 'windows' },
        schema: {
          tags,
          summary: 'Say where you are',
          description:
            'People are matched with those in their city, else their region, else their time zone. Nobody else is given your location; an ipAddress is stored only where you send it.',
          body: LocationUpdate,
          response: { 200: LocationBody },
        },
      },
      async (request) => ({ location: await changeLocation(deps, actorOf(request), request.body) }),
    );
  };
}
