import { Link } from '@tanstack/react-router';
import { useTranslations } from 'use-intl';
import { useFormatter } from '../../../shared/days/use-formatter.ts';
import { Icon } from '../../../shared/icons/icon.tsx';
import { useProblem } from '../../../shared/problem/use-problem.ts';
import { Cluster, Row } from '../../../shared/ui/row.tsx';
import { Text } from '../../../shared/ui/text.tsx';
import { useCheckIn, useDeleteCheckIn } from '../api/check-ins.ts';
import type { Goal } from '../api/queries.ts';
import { useGoalFacts } from './goal-facts.ts';
import { useStatusWord } from './status-words.ts';
import classes from './tick-row.module.css';

type TickRowProps = { goal: Goal; isDone: boolean; today: string };

/** A goal of the day with its tick. A second tap takes the check-in back. */
export function TickRow({ goal, isDone, today }: TickRowProps) {
  const t = useTranslations('goal');
  const factsOf = useGoalFacts(today);
  const doneAt = useDoneAt();
  const checkIn = useCheckIn(goal.id);
  const undo = useDeleteCheckIn(goal.id);
  const problem = useProblem()(checkIn.error ?? undo.error);
  const isPending = checkIn.isPending || undo.isPending;
  // The tick shows at once; the list follows when the server has it.
  const isTicked = checkIn.isPending || (isDone && !undo.isPending);
  const last = isDone ? goal.last_check_in : null;
  const known = factsOf(goal);
  const facts = last === null ? known : [doneAt(last), ...(goal.streak > 1 ? known : [])];

  function toggle() {
    if (isPending) return;
    if (last !== null) undo.mutate(last.id);
    else if (!isDone) checkIn.mutate({ status: 'completed' });
  }

  return (
    <Row as="li" gap={2} className={classes.row}>
      <button
        type="button"
        className={classes.tick}
        aria-label={t('tick', { title: goal.title })}
        aria-pressed={isTicked}
        onClick={toggle}
      >
        <span className={classes.circle}>{isTicked && <Icon name="check" size={20} />}</span>
      </button>
      <Link to="/goals/$goalId" params={{ goalId: goal.id }} className={classes.words}>
        <Text as="b" weight={600} breaks dir="auto">
          {goal.title}
        </Text>
        <Cluster as="span" gap={2} rows={0} tone="quiet" size="sm">
          {facts.join(', ')}
        </Cluster>
        {problem !== null && (
          <span className={classes.problem} role="alert">
            {problem}
          </span>
        )}
      </Link>
      {isDone && (
        <button
          type="button"
          className={classes.undo}
          aria-label={t('undoOf', { title: goal.title })}
          disabled={isPending}
          onClick={toggle}
        >
          {t('undo')}
        </button>
      )}
    </Row>
  );
}

function useDoneAt(): (last: NonNullable<Goal['last_check_in']>) => string {
  const t = useTranslations('goal');
  const format = useFormatter();
  const statusWord = useStatusWord();
  return ({ status, created_at }) =>
    t('doneAt', {
      status: statusWord(status),
      time: format.dateTime(new Date(created_at), { hour: 'numeric', minute: '2-digit' }),
    });
}
