import { actorOf } from '#access/actor.ts';
import { openToTokens } from '#access/token-guard.ts';
import type { Routes } from '#platform/http/guarded-routes.ts';
import { IdInPath, MessageBody } from '#platform/http/shapes.ts';
import type { WellbeingDeps } from '../deps.ts';
import { listRecords, removeRecord } from '../record.actions.ts';
import { DatedQuery } from '../record.schema.ts';
import { changeSleepEntry, createSleepEntry, SLEEP_ENTRY } from './sleep-entry.actions.ts';
import { NewSleepEntry, SleepEntryBody, SleepEntryChange, SleepEntryList } from './sleep-entry.schema.ts';

const tags = ['Wellbeing'];

export function sleepEntryRoutes(deps: WellbeingDeps): Routes {
  return openToTokens('wellbeing', (scope) => {
    scope.get(
      '/api/sleep-entries',
      {
        schema: {
          tags,
          operationId: 'listSleepEntries',
          summary: 'List your sleep entries',
          querystring: DatedQuery,
          response: { 200: SleepEntryList },
        },
      },
      async (request) => {
        const { records, next_cursor } = await listRecords(SLEEP_ENTRY, deps, actorOf(request), request.query);
        return { sleep_entries: records, next_cursor };
      },
    );

    scope.post(
      '/api/sleep-entries',
      {
        schema: {
          tags,
          operationId: 'createSleepEntry',
          summary: 'Create a sleep entry',
          description: 'You can create several a day.',
          body: NewSleepEntry,
          response: { 201: SleepEntryBody },
        },
      },
      async (request, reply) => {
        const sleep_entry = await createSleepEntry(deps, actorOf(request), request.body);
        return reply.status(201).send({ sleep_entry });
      },
    );

    scope.put(
      '/api/sleep-entries/:id',
      {
        schema: {
          tags,
          operationId: 'updateSleepEntry',
          summary: 'Update a sleep entry',
          description: 'Omitted fields keep their values.',
          params: IdInPath,
          body: SleepEntryChange,
          errors: ['sleep-entry.not-found'],
          response: { 200: SleepEntryBody },
        },
      },
      async (request) => ({
        sleep_entry: await changeSleepEntry(deps, actorOf(request), request.params.id, request.body),
      }),
    );

    scope.delete(
      '/api/sleep-entries/:id',
      {
        schema: {
          tags,
          operationId: 'deleteSleepEntry',
          summary: 'Delete a sleep entry',
          params: IdInPath,
          errors: ['sleep-entry.not-found'],
          response: { 200: MessageBody },
        },
      },
      async (request) => {
        await removeRecord(SLEEP_ENTRY, deps, actorOf(request), request.params.id);
        return { message: 'The sleep entry is deleted.' };
      },
    );
  });
}
