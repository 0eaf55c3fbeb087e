import { actorOf } from '../../access/actor.ts';
import type { Routes } from '../../platform/http/guarded-routes.ts';
import { readMoodCalendar, readOnThisDay } from './calendar.actions.ts';
import { DayQuery, MoodCalendar, MoodQuery, OnThisDay } from './calendar.schema.ts';
import type { JournalDeps } from './entry.actions.ts';

const tags = ['Journal'];

export function calendarRoutes(deps: JournalDeps): Routes {
  return (scope) => {
    scope.get(
      '/api/journal/on-this-day',
      {
        schema: {
          tags,
          summary: 'What you wrote on this day in earlier years',
          querystring: DayQuery,
          response: { 200: OnThisDay },
        },
      },
      async (request) => readOnThisDay(deps, actorOf(request), request.query),
    );

    scope.get(
      '/api/journal/moods',
      {
        schema: {
          tags,
          summary: 'Your moods, day by day',
          description: 'Days are those of your own time zone; days without a mood are left out.',
          querystring: MoodQuery,
          response: { 200: MoodCalendar },
        },
      },
      async (request) => ({ moods: await readMoodCalendar(deps, actorOf(request), request.query) }),
    );
  };
}
