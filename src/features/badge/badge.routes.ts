import { actorOf } from '#access/actor.ts';
import { openToTokens } from '#access/token-guard.ts';
import type { Routes } from '#platform/http/guarded-routes.ts';
import { readBadge, readBadges, readDefinitions, readMilestones, updateBadge } from './badge.actions.ts';
import {
  BadgeBody,
  BadgeDefinitionList,
  BadgeLookup,
  BadgeMilestoneList,
  BadgesById,
  MilestoneQuery,
  UserInPath,
} from './badge.schema.ts';
import type { BadgeDeps } from './deps.ts';
import { readLeaderboard } from './leaderboard.actions.ts';
import { Leaderboard, LeaderboardQuery } from './leaderboard.schema.ts';

const tags = ['Badges'];

export function badgeRoutes(deps: BadgeDeps): Routes {
  return openToTokens('drops', (scope) => {
    scope.get(
      '/api/encouragement-drops/badge',
      {
        schema: {
          tags,
          operationId: 'getOwnBadge',
          summary: 'Get your badge',
          errors: ['badge.user-not-found'],
          response: { 200: BadgeBody },
        },
      },
      async (request) => ({ badge: await readBadge(deps, actorOf(request).userId) }),
    );

    scope.get(
      '/api/encouragement-drops/badge/:userId',
      {
        schema: {
          tags,
          operationId: 'getBadge',
          summary: 'Get the badge of a user',
          params: UserInPath,
          errors: ['badge.user-not-found'],
          response: { 200: BadgeBody },
        },
      },
      async (request) => ({ badge: await readBadge(deps, request.params.userId) }),
    );

    scope.post(
      '/api/encouragement-drops/badge/update',
      {
        schema: {
          tags,
          operationId: 'updateBadge',
          summary: 'Recalculate your badge',
          description: 'Badges are also recalculated after every sent or engaged drop. A job measures engagement.',
          errors: ['badge.user-not-found'],
          response: { 200: BadgeBody },
        },
      },
      async (request) => ({ badge: await updateBadge(deps, actorOf(request)) }),
    );

    scope.post(
      '/api/encouragement-drops/badges/bulk',
      {
        schema: {
          tags,
          operationId: 'getBadges',
          summary: 'Get the badges of several users',
          body: BadgeLookup,
          response: { 200: BadgesById },
        },
      },
      async (request) => readBadges(deps, request.body),
    );

    scope.get(
      '/api/encouragement-drops/badge/milestones',
      {
        schema: {
          tags,
          operationId: 'listBadgeMilestones',
          summary: 'List the badge milestones of a user',
          description:
            'The newest come first, each with the statistics of that time. All users can read the milestones of all users.',
          querystring: MilestoneQuery,
          errors: ['badge.user-not-found'],
          response: { 200: BadgeMilestoneList },
        },
      },
      async (request) => readMilestones(deps, actorOf(request), request.query),
    );

    scope.get(
      '/api/encouragement-drops/leaderboard',
      {
        schema: {
          tags,
          operationId: 'listLeaderboard',
          summary: 'List the users who encourage others most',
          description:
            'The order is by successful drops, then by success rate. Users with the preference `leaderboard: false` are omitted.',
          querystring: LeaderboardQuery,
          response: { 200: Leaderboard },
        },
      },
      async (request) => readLeaderboard(deps, request.query),
    );

    scope.get(
      '/api/encouragement-drops/badge-definitions',
      {
        schema: {
          tags,
          operationId: 'listBadgeDefinitions',
          summary: 'List the badge levels',
          response: { 200: BadgeDefinitionList },
        },
      },
      async () => readDefinitions(deps),
    );
  });
}
