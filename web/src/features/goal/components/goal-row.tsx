import { Link } from '@tanstack/react-router';
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
        <h3 className={classes.title} dir="auto">
          {goal.title}
        </h3>
        <p className={classes.facts}>{factsOf(goal).join(', ')}</p>
        {goal.status === 'active' && <DayDots statuses={statuses} today={today} />}
      </Link>
    </li>
  );
}
