import { actorOf } from '#access/actor.ts';
import { openToTokens } from '#access/token-guard.ts';
import type { Routes } from '#platform/http/guarded-routes.ts';
import type { JournalDeps } from '../deps.ts';
import { readMoodCalendar, readOnThisDay } from './calendar.actions.ts';
import { DayQuery, MoodCalendar, MoodQuery, OnThisDay } from './calendar.schema.ts';

const tags = ['Journal'];

export function calendarRoutes(deps: JournalDeps): Routes {
  return openToTokens({ read: 'journal:read', write: 'journal:write' }, (scope) => {
    scope.get(
      '/api/journal/on-this-day',
      {
        schema: {
          tags,
          operationId: 'listEntriesOnThisDay',
          summary: 'List entries of this day in earlier years',
          description: 'Your own entries, by their `entry_date`, newest first, at most 100.',
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
          operationId: 'getMoodCalendar',
          summary: 'Get your moods by day',
          description: 'Days are the `entry_date` of your entries. Days without a mood are omitted.',
          querystring: MoodQuery,
          errors: ['journal.range-invalid'],
          response: { 200: MoodCalendar },
        },
      },
      async (request) => ({ moods: await readMoodCalendar(deps, actorOf(request), request.query) }),
    );
  });
}
