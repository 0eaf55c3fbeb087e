import { Link } from '@tanstack/react-router';
import { Muted, Text } from '../../../shared/ui/text.tsx';
import type { CheckInStatus, Goal } from '../api/queries.ts';
import { DayDots } from './day-dots.tsx';
import { useGoalFacts } from './goal-facts.ts';
import classes from './goal-row.module.css';

type GoalRowProps = { goal: Goal; statuses: ReadonlyMap<string, CheckInStatus>; today: string };

/** A goal in the list. */
export function GoalRow({ goal, statuses, today }: GoalRowProps) {
  const factsOf = useGoalFacts(today);
  return (
    <li>
      <Link to="/goals/$goalId" params={{ goalId: goal.id }} className={classes.goal}>
        <Text as="h3" weight={600} breaks dir="auto">
          {goal.title}
        </Text>
        <Muted>{factsOf(goal).join(', ')}</Muted>
        {goal.status === 'active' && <DayDots statuses={statuses} today={today} />}
      </Link>
    </li>
  );
}
