import { Button } from '@mantine/core';
import { useFormatter, useTranslations } from 'use-intl';
import { Icon } from '../../../shared/icons/icon.tsx';
import { Cluster } from '../../../shared/ui/row.tsx';
import { Text } from '../../../shared/ui/text.tsx';
import type { Battle } from '../api/queries.ts';
import { type Round, type Side, totalsOf } from '../battle.rules.ts';
import { useReplay } from '../use-replay.ts';
import { useOutcome } from '../use-words.ts';
import { Fighters } from './fighters.tsx';
import classes from './replay-stage.module.css';
import { Score } from './score.tsx';

type ReplayStageProps = { battle: Battle; rounds: readonly Round[]; onClose: () => void };

/** The rounds of a battle, played one after the other, or chosen with the slider. */
export function ReplayStage({ battle, rounds, onClose }: ReplayStageProps) {
  const t = useTranslations('battle');
  const format = useFormatter();
  const outcome = useOutcome();
  const [{ shown, isPlaying }, act] = useReplay(rounds.length);
  const round = rounds[shown - 1];
  const totals = totalsOf(rounds.slice(0, shown));
  const isOver = shown === rounds.length;
  const damage = (points: number | undefined) => (points === undefined ? ' ' : `+${format.number(points)}`);
  return (
    <>
      <div className={classes.stage} data-surface="night">
        <Fighters
          badGuy={battle.bad_guy}
          texts={{
            red: damage(round?.redDamage),
            badGuy: damage(round?.badGuyDamage),
            blue: damage(round?.blueDamage),
          }}
          blow={round && { round: round.round, stronger: strongerOf(round) }}
        />
        <Score red={totals.red} blue={totals.blue} unit={t('damage')} />
      </div>
      <Text above={3} className={classes.words} role="status">
        {round === undefined
          ? t('begins')
          : isOver
            ? outcome(battle, totals)
            : t('round', { round: round.round, red: round.redDamage, blue: round.blueDamage })}
      </Text>
      <input
        className={classes.slider}
        type="range"
        min={0}
        max={rounds.length}
        step={1}
        value={shown}
        aria-label={t('chooseRound')}
        aria-valuetext={shown === 0 ? t('begins') : t('roundOf', { round: shown, count: rounds.length })}
        onChange={({ currentTarget }) => act({ do: 'show', shown: Number(currentTarget.value) })}
      />
      <Cluster gap={2} justify="between">
        <Button
          variant="outline"
          // The focus stays here when the replay begins, so that the keyboard goes on.
          autoFocus
          leftSection={<Icon name={isPlaying ? 'pause' : 'play'} size={20} />}
          onClick={() => act({ do: isPlaying ? 'pause' : 'play' })}
        >
          {t(isPlaying ? 'pause' : isOver ? 'again' : 'play')}
        </Button>
        <Button variant="subtle" onClick={onClose}>
          {t('closeReplay')}
        </Button>
      </Cluster>
    </>
  );
}

function strongerOf({ redDamage, blueDamage }: Round): Side | null {
  if (redDamage === blueDamage) return null;
  return redDamage > blueDamage ? 'red' : 'blue';
}
