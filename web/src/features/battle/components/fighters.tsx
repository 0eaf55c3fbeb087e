import { useTranslations } from 'use-intl';
import { Muted, Text } from '../../../shared/ui/text.tsx';
import type { Battle } from '../api/queries.ts';
import type { Side } from '../battle.rules.ts';
import classes from './fighters.module.css';
import { Robot } from './robot.tsx';

type FightersProps = {
  badGuy: Battle['bad_guy'];
  /** What stands below each name. */
  texts: Record<Side | 'badGuy', string>;
  /** Who deals more in the round that is replayed; a new `round` moves them. */
  blow?: { round: number; stronger: Side | null } | undefined;
};

/** Red, the bad guy and Blue, with their names. */
export function Fighters({ badGuy, texts, blow }: FightersProps) {
  const t = useTranslations('battle');
  const actOf = (side: Side) => (blow === undefined ? undefined : blow.stronger === side ? 'lunge' : 'strike');
  const round = blow?.round ?? 0;
  return (
    <div className={classes.fighters}>
      <div>
        <Robot key={round} side="red" act={actOf('red')} />
        <Name name={t('red')} text={texts.red} />
      </div>
      <div className={classes.badGuy}>
        <Robot key={round} side="bad" act={blow && 'shake'} />
        <Name name={t('badGuy', { name: badGuy })} text={texts.badGuy} />
      </div>
      <div>
        <Robot key={round} side="blue" act={actOf('blue')} />
        <Name name={t('blue')} text={texts.blue} />
      </div>
    </div>
  );
}

function Name({ name, text }: { name: string; text: string }) {
  return (
    <div>
      <Text size="sm" weight={600} above={2}>
        {name}
      </Text>
      <Muted>{text}</Muted>
    </div>
  );
}
