import { Link } from '@tanstack/react-router';
import { useTranslations } from 'use-intl';
import { Icon } from '../../../shared/icons/icon.tsx';
import { Box } from '../../../shared/ui/box.tsx';
import { Muted, Text } from '../../../shared/ui/text.tsx';
import { leadOf } from '../battle.rules.ts';
import classes from './battle-card.module.css';
import { Score } from './score.tsx';

type BattleCardProps = { score: { red_team_chips: number; blue_team_chips: number } };

/** The battle of the week in short: who leads. It opens the whole. */
export function BattleCard({ score: { red_team_chips: red, blue_team_chips: blue } }: BattleCardProps) {
  const t = useTranslations('battle');
  const lead = leadOf({ red, blue });
  return (
    <Link to="/battle" className={classes.card}>
      <Box as="span" grows fits>
        <Text as="span" size="lg" weight={600} className={classes.title}>
          {t('title')}
        </Text>
        <Muted as="span">
          {lead === null
            ? t(red > 0 ? 'cardLevel' : 'cardNone')
            : t('cardLeads', { leader: t(lead.leader), by: lead.by })}
        </Muted>
      </Box>
      <Icon name="chevron-right" size={20} />
      <span className={classes.score}>
        <Score red={red} blue={blue} unit={t('chips')} />
      </span>
    </Link>
  );
}
