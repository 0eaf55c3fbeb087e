import { actorOf } from '#access/actor.ts';
import { openToTokens } from '#access/token-guard.ts';
import type { Routes } from '#platform/http/guarded-routes.ts';
import { PageQuery } from '#platform/http/pagination.ts';
import { MessageBody } from '#platform/http/shapes.ts';
import type { AssistantDeps } from '../deps.ts';
import { Assistant, LatestNoteAnalysis, NoteAnalysisList, TrendQuery, TrendsBody } from './analysis.schema.ts';
import {
  deleteAnalyses,
  listAnalyses,
  readAssistant,
  readLatestAnalysis,
  readTrends,
} from './analysis-queries.actions.ts';

const tags = ['Assistant'];

export function analysisRoutes(deps: AssistantDeps): Routes {
  return openToTokens({ read: 'journal:read', write: 'journal:write' }, (scope) => {
    scope.get(
      '/api/chat/assistant',
      {
        schema: {
          tags,
          operationId: 'getAssistant',
          summary: 'Get the settings of the assistant',
          description: 'What it reads, and who gets the text: what users need to know before they consent.',
          response: { 200: Assistant },
        },
      },
      async () => readAssistant(deps),
    );

    scope.get(
      '/api/chat/analyses',
      {
        schema: {
          tags,
          operationId: 'listNoteAnalyses',
          summary: 'List the analyses of your journal',
          description:
            'Each analysis is of one day (UTC) on which the assistant has read your journal. It covers at most 50 entries of the last seven days. The assistant reads it only while `read_notes_enabled` is set in your profile.',
          querystring: PageQuery,
          response: { 200: NoteAnalysisList },
        },
      },
      async (request) => listAnalyses(deps, actorOf(request), request.query),
    );

    scope.get(
      '/api/chat/analyses/latest',
      {
        schema: {
          tags,
          operationId: 'getLatestNoteAnalysis',
          summary: 'Get the latest analysis of your journal',
          response: { 200: LatestNoteAnalysis },
        },
      },
      async (request) => ({ analysis: await readLatestAnalysis(deps, actorOf(request)) }),
    );

    scope.get(
      '/api/chat/mood-trends',
      {
        schema: {
          tags,
          operationId: 'getMoodTrends',
          summary: 'Get your mood trends',
          description: 'The trend compares the later half of the days with an analysis to the earlier half.',
          querystring: TrendQuery,
          response: { 200: TrendsBody },
        },
      },
      async (request) => ({ mood_trends: await readTrends(deps, actorOf(request), request.query) }),
    );

    scope.delete(
      '/api/chat/analyses',
      {
        schema: {
          tags,
          operationId: 'deleteNoteAnalyses',
          summary: 'Delete all analyses of your journal',
          description:
            'Your entries remain. They are analyzed again while `read_notes_enabled` is set in your profile.',
          response: { 200: MessageBody },
        },
      },
      async (request) => {
        await deleteAnalyses(deps, actorOf(request));
        return { message: 'All analyses of your journal are deleted.' };
      },
    );
  });
}
