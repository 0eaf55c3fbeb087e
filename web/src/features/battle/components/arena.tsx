import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { Box } from '../../../shared/ui/box.tsx';
import { Text } from '../../../shared/ui/text.tsx';
import type { BattleWeek } from '../api/queries.ts';
import { leadOf } from '../battle.rules.ts';
import classes from './arena.module.css';
import { Fighters } from './fighters.tsx';
import { Score } from './score.tsx';

/** The field of a week: both robots and the bad guy, the chips of the teams, and who leads. */
export function Arena({ week: { battle, redTeam, blueTeam } }: { week: BattleWeek }) {
  const t = useTranslations('battle');
  return (
    <Box as="section" className={classes.arena} data-surface="night" aria-label={t('field')}>
      <Fighters
        badGuy={battle.bad_guy}
        texts={{
          red: t('power', { power: battle.red_team_robot_power }),
          badGuy: t('power', { power: battle.bad_guy_power }),
          blue: t('power', { power: battle.blue_team_robot_power }),
        }}
      />
      <Score red={redTeam.totalChips} blue={blueTeam.totalChips} unit={t('chips')} />
      <Text size="lg" tone="quiet" className={classes.lead}>
        <Lead red={redTeam} blue={blueTeam} isOver={battle.battle_status === 'completed'} />
      </Text>
    </Box>
  );
}

type LeadProps = { red: BattleWeek['redTeam']; blue: BattleWeek['blueTeam']; isOver: boolean };

/** Who leads and by how much, and whether the other team can still turn it today. */
function Lead({ red, blue, isOver }: LeadProps) {
  const t = useTranslations('battle');
  const lead = leadOf({ red: red.totalChips, blue: blue.totalChips });
  const b = (text: ReactNode) => <b className={classes.strong}>{text}</b>;
  if (lead === null) {
    if (red.totalChips > 0) return t(isOver ? 'wereLevel' : 'level', { chips: red.totalChips });
    return t(isOver ? 'noChipsEver' : 'noChips');
  }
  const { leader, other, by } = lead;
  if (isOver) return t.rich('led', { leader: t(leader), by, b });
  const toCome = (other === 'red' ? red : blue).toCome;
  return (
    <>
      {t.rich('leads', { leader: t(leader), by, b })} {toCome > 0 && t('toCome', { other: t(other), count: toCome })}
    </>
  );
}
