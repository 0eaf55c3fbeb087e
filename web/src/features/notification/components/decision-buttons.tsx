import { Button } from '@mantine/core';
import { useTranslations } from 'use-intl';
import { Problem } from '../../../shared/problem/problem.tsx';
import { Cluster } from '../../../shared/ui/row.tsx';
import { Text } from '../../../shared/ui/text.tsx';
import { useAnswer } from '../api/answers.ts';
import type { Decision } from '../target.rules.ts';

type DecisionButtonsProps = { decision: Decision; groupName: string; onAnswered: () => void };

/** Accepts or declines what the notification asks. */
export function DecisionButtons({ decision, groupName, onAnswered }: DecisionButtonsProps) {
  const t = useTranslations('notification');
  const answer = useAnswer(decision);
  if (answer.isSuccess) {
    return (
      <Text above={2} size="sm" weight={600} role="status">
        {t(answer.variables === 'accept' ? 'accepted' : 'declined')}
      </Text>
    );
  }
  const give = (which: 'accept' | 'decline') => answer.mutate(which, { onSuccess: onAnswered });
  return (
    <>
      <Cluster gap={2} above={3}>
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
      </Cluster>
      <Problem error={answer.error} isSpaced />
    </>
  );
}
