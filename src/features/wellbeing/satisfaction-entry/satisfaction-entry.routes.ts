import { actorOf } from '#access/actor.ts';
import { openToTokens } from '#access/token-guard.ts';
import type { Routes } from '#platform/http/guarded-routes.ts';
import { IdInPath, MessageBody } from '#platform/http/shapes.ts';
import type { WellbeingDeps } from '../deps.ts';
import { listRecords, removeRecord } from '../record.actions.ts';
import { DatedQuery } from '../record.schema.ts';
import { changeSatisfactionEntry, createSatisfactionEntry, SATISFACTION_ENTRY } from './satisfaction-entry.actions.ts';
import {
  NewSatisfactionEntry,
  SatisfactionEntryBody,
  SatisfactionEntryChange,
  SatisfactionEntryList,
} from './satisfaction-entry.schema.ts';

const tags = ['Wellbeing'];

export function satisfactionEntryRoutes(deps: WellbeingDeps): Routes {
  return openToTokens('wellbeing', (scope) => {
    scope.get(
      '/api/satisfaction-entries',
      {
        schema: {
          tags,
          operationId: 'listSatisfactionEntries',
          summary: 'List your satisfaction entries',
          querystring: DatedQuery,
          response: { 200: SatisfactionEntryList },
        },
      },
      async (request) => {
        const { records, next_cursor } = await listRecords(SATISFACTION_ENTRY, deps, actorOf(request), request.query);
        return { satisfaction_entries: records, next_cursor };
      },
    );

    scope.post(
      '/api/satisfaction-entries',
      {
        schema: {
          tags,
          operationId: 'createSatisfactionEntry',
          summary: 'Create a satisfaction entry',
          description: 'The scale is from 1 (not at all satisfied) to 10. You can create several a day.',
          body: NewSatisfactionEntry,
          response: { 201: SatisfactionEntryBody },
        },
      },
      async (request, reply) => {
        const satisfaction_entry = await createSatisfactionEntry(deps, actorOf(request), request.body);
        return reply.status(201).send({ satisfaction_entry });
      },
    );

    scope.put(
      '/api/satisfaction-entries/:id',
      {
        schema: {
          tags,
          operationId: 'updateSatisfactionEntry',
          summary: 'Update a satisfaction entry',
          description: 'Omitted fields keep their values.',
          params: IdInPath,
          body: SatisfactionEntryChange,
          errors: ['satisfaction-entry.not-found'],
          response: { 200: SatisfactionEntryBody },
        },
      },
      async (request) => ({
        satisfaction_entry: await changeSatisfactionEntry(deps, actorOf(request), request.params.id, request.body),
      }),
    );

    scope.delete(
      '/api/satisfaction-entries/:id',
      {
        schema: {
          tags,
          operationId: 'deleteSatisfactionEntry',
          summary: 'Delete a satisfaction entry',
          params: IdInPath,
          errors: ['satisfaction-entry.not-found'],
          response: { 200: MessageBody },
        },
      },
      async (request) => {
        await removeRecord(SATISFACTION_ENTRY, deps, actorOf(request), request.params.id);
        return { message: 'The satisfaction entry is deleted.' };
      },
    );
  });
}
