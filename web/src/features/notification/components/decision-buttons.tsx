import { Button } from '@mantine/core';
import { useTranslations } from 'use-intl';
import { Problem } from '../../../shared/problem/problem.tsx';
import { useAnswer } from '../api/answers.ts';
import type { Decision } from '../target.rules.ts';
import classes from './row-actions.module.css';

type DecisionButtonsProps = { decision: Decision; groupName: string; onAnswered: () => void };

/** Accepts or declines what the notification asks. */
export function DecisionButtons({ decision, groupName, onAnswered }: DecisionButtonsProps) {
  const t = useTranslations('notification');
  const answer = useAnswer(decision);
  if (answer.isSuccess) {
    return (
      <p className={classes.done} role="status">
        {t(answer.variables === 'accept' ? 'accepted' : 'declined')}
      </p>
    );
  }
  const give = (which: 'accept' | 'decline') => answer.mutate(which, { onSuccess: onAnswered });
  return (
    <>
      <div className={classes.actions}>
        {(['accept', 'decline'] as const).map((which) => (
          <Button
            key={which}
            variant={which === 'accept' ? 'filled' : 'outline'}
            aria-label={t(which === 'accept' ? 'acceptOf' : 'declineOf', { group: groupName })}
            loading={answer.isPending && answer.variables === which}
            disabled={answer.isPending && answer.variables !== which}
            onClick={() => give(which)}
          >
            {t(which)}
          </Button>
        ))}
      </div>
      <Problem error={answer.error} isSpaced />
    </>
  );
}
