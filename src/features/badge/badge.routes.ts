import { actorOf } from '../../access/actor.ts';
import type { Routes } from '../../platform/http/guarded-routes.ts';
import { type BadgeDeps, readBadge, readBadges, readDefinitions, updateBadge } from './badge.actions.ts';
import { BadgeBody, BadgeDefinitionList, BadgesAsked, BadgesById, PersonInPath } from './badge.schema.ts';
import { readLeaderboard } from './leaderboard.actions.ts';
import { Leaderboard, LeaderboardQuery } from './leaderboard.schema.ts';
import { readMilestones } from './milestone.actions.ts';
import { BadgeMilestoneList, MilestoneQuery } from './milestone.schema.ts';

const tags = ['Badges'];

export function badgeRoutes(deps: BadgeDeps): Routes {
  return (scope) => {
    scope.get(
      '/api/encouragement-drops/badge',
      { schema: { tags, summary: 'Read your badge', response: { 200: BadgeBody } } },
      async (request) => ({ badge: await readBadge(deps, actorOf(request).userId) }),
    );

    scope.get(
      '/api/encouragement-drops/badge/:userId',
      {
        schema: { tags, summary: 'Read the badge of a person', params: PersonInPath, response: { 200: BadgeBody } },
      },
      async (request) => ({ badge: await readBadge(deps, request.params.userId) }),
    );

    scope.post(
      '/api/encouragement-drops/badge/update',
      {
        schema: {
          tags,
          summary: 'Recalculate your badge',
          description:
            'It is recalculated whenever something changes; whether people have written is found out by a job.',
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
          summary: 'Read the badges of several people',
          body: BadgesAsked,
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
          summary: 'List the levels that somebody has reached',
          description: 'The newest first, each with what had come of their drops by then. Everybody can see them.',
          querystring: MilestoneQuery,
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
          summary: 'List those who encourage others most',
          description:
            'By how often the engagement of others rose after their drops, then by success rate. Whoever has set the preference `leaderboard` to false is left out.',
          querystring: LeaderboardQuery,
          response: { 200: Leaderboard },
        },
      },
      async (request) => readLeaderboard(deps, request.query),
    );

    scope.get(
      '/api/encouragement-drops/badge-definitions',
      {
        schema: { tags, summary: 'List the levels that there are', response: { 200: BadgeDefinitionList } },
      },
      async () => readDefinitions(deps),
    );
  };
}
