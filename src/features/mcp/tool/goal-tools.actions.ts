import { checkIn, listCheckIns, listGoals, listOwnCheckIns } from '#features/goal';
import { defineTool, type Tool } from './tool.actions.ts';
import { CheckInGoal, DEFAULT_RECORDS, ListGoalCheckIns, ListGoals } from './tool.schema.ts';

export const GOAL_TOOLS: readonly Tool[] = [
  defineTool({
    name: 'list_goals',
    title: 'List goals',
    description: 'Lists the goals of the user with their streaks and last check-ins, newest first.',
    scope: 'goals',
    isReadOnly: true,
    input: ListGoals,
    run: (deps, actor, { limit = DEFAULT_RECORDS, ...query }) => listGoals(deps, actor, { ...query, limit }),
  }),
  defineTool({
    name: 'list_goal_check_ins',
    title: 'List check-ins of goals',
    description: 'Lists the check-ins of one goal or of all goals, newest first.',
    scope: 'goals',
    isReadOnly: true,
    input: ListGoalCheckIns,
    run: (deps, actor, { goal_id: goalId, limit = DEFAULT_RECORDS, ...query }) =>
      goalId === undefined
        ? listOwnCheckIns(deps, actor, { ...query, limit })
        : listCheckIns(deps, actor, goalId, { ...query, limit }),
  }),
  defineTool({
    name: 'check_in_goal',
    title: 'Check in on a goal',
    description:
      'Records progress on a goal. With an id, a UUID that you make, a repeated call does not record it twice.',
    scope: 'goals',
    isReadOnly: false,
    input: CheckInGoal,
    run: async (deps, actor, { goal_id: goalId, ...input }) => ({
      check_in: await checkIn(deps, actor, goalId, input),
    }),
  }),
];
