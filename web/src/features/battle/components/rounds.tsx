import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { Icon } from '../../../shared/icons/icon.tsx';
import { Section } from '../../../shared/ui/section.tsx';
import { Text } from '../../../shared/ui/text.tsx';
import type { Battle } from '../api/queries.ts';
import { totalsOf } from '../battle.rules.ts';
import { useReducedMotion } from '../use-reduced-motion.ts';
import { useOutcome } from '../use-words.ts';
import { ReplayStage } from './replay-stage.tsx';
import { RoundList } from './round-list.tsx';
import classes from './rounds.module.css';

/** A battle that was fought: its outcome in words, its five rounds, and these as a replay. */
export function Rounds({ title, battle }: { title: string; battle: Battle }) {
  const t = useTranslations('battle');
  const outcome = useOutcome();
  const isStill = useReducedMotion();
  const [isReplayed, setIsReplayed] = useState(false);
  const rounds = battle.battle_result?.rounds ?? [];
  const canReplay = !isStill && rounds.length > 0;
  return (
    <Section
      title={title}
      aside={
        canReplay &&
        !isReplayed && (
          <Button
            variant="subtle"
            className={classes.replay}
            leftSection={<Icon name="play" size={16} />}
            onClick={() => setIsReplayed(true)}
          >
            {t('replay')}
          </Button>
        )
      }
      isCard
    >
      {canReplay && isReplayed ? (
        <ReplayStage battle={battle} rounds={rounds} onClose={() => setIsReplayed(false)} />
      ) : (
        <>
          <Text read below={4} className={classes.outcome}>
            {outcome(battle, totalsOf(rounds))}
          </Text>
          <RoundList rounds={rounds} />
        </>
      )}
    </Section>
  );
}
