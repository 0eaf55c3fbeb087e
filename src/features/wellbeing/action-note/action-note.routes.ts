import { actorOf } from '#access/actor.ts';
import { openToTokens } from '#access/token-guard.ts';
import type { Routes } from '#platform/http/guarded-routes.ts';
import { IdInPath, MessageBody } from '#platform/http/shapes.ts';
import type { WellbeingDeps } from '../deps.ts';
import { listRecords, removeRecord } from '../record.actions.ts';
import { ACTION_NOTE, changeActionNote, createActionNote } from './action-note.actions.ts';
import {
  ActionNoteBody,
  ActionNoteChange,
  ActionNoteList,
  ActionNoteQuery,
  NewActionNote,
} from './action-note.schema.ts';

const tags = ['Wellbeing'];

/** One handler: the PUT of the contract keeps omitted fields, as a PATCH does. */
const UPDATES = [
  ['PUT', 'updateActionNote', 'Update an action note'],
  ['PATCH', 'patchActionNote', 'Change an action note'],
] as const;

export function actionNoteRoutes(deps: WellbeingDeps): Routes {
  return openToTokens('wellbeing', (scope) => {
    scope.get(
      '/api/action-notes',
      {
        schema: {
          tags,
          operationId: 'listActionNotes',
          summary: 'List your action notes',
          querystring: ActionNoteQuery,
          response: { 200: ActionNoteList },
        },
      },
      async (request) => {
        const { records, next_cursor } = await listRecords(ACTION_NOTE, deps, actorOf(request), request.query);
        return { action_notes: records, next_cursor };
      },
    );

    scope.post(
      '/api/action-notes',
      {
        schema: {
          tags,
          operationId: 'createActionNote',
          summary: 'Create an action note',
          description:
            'A note says what you did or plan to do. It can link to a goal, and remains if the goal is deleted. `note_date` is today in your time zone by default. A note about another day does not count as activity.',
          body: NewActionNote,
          errors: ['action-note.date-out-of-range', 'action-note.goal-not-yours'],
          response: { 201: ActionNoteBody },
        },
      },
      async (request, reply) => {
        const action_note = await createActionNote(deps, actorOf(request), request.body);
        return reply.status(201).send({ action_note });
      },
    );

    for (const [method, operationId, summary] of UPDATES) {
      scope.route({
        method,
        url: '/api/action-notes/:id',
        schema: {
          tags,
          operationId,
          summary,
          description: 'Omitted fields keep their values; a `goal_id` of null removes the link to the goal.',
          params: IdInPath,
          body: ActionNoteChange,
          errors: ['action-note.date-out-of-range', 'action-note.goal-not-yours', 'action-note.not-found'],
          response: { 200: ActionNoteBody },
        },
        handler: async (request) => ({
          action_note: await changeActionNote(deps, actorOf(request), request.params.id, request.body),
        }),
      });
    }

    scope.delete(
      '/api/action-notes/:id',
      {
        schema: {
          tags,
          operationId: 'deleteActionNote',
          summary: 'Delete an action note',
          params: IdInPath,
          errors: ['action-note.not-found'],
          response: { 200: MessageBody },
        },
      },
      async (request) => {
        await removeRecord(ACTION_NOTE, deps, actorOf(request), request.params.id);
        return { message: 'The action note is deleted.' };
      },
    );
  });
}
