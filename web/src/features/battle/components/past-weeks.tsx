import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useFormatter, useTranslations } from 'use-intl';
import { List } from '../../../shared/ui/list.tsx';
import { Section } from '../../../shared/ui/section.tsx';
import { Stack } from '../../../shared/ui/stack.tsx';
import { Muted, Text } from '../../../shared/ui/text.tsx';
import type { Battle } from '../api/queries.ts';
import { totalsOf } from '../battle.rules.ts';
import { useWeekName } from '../use-words.ts';
import classes from './past-weeks.module.css';

type PastWeeksProps = {
  battles: readonly Battle[];
  stats: { battlesWon: number; totalChipsContributed: number } | undefined;
  more: { isPending: boolean; onMore: () => void } | null;
};

/** The battles that were fought, latest first, and what the user gave in all of them. */
export function PastWeeks({ battles, stats, more }: PastWeeksProps) {
  const t = useTranslations('battle');
  const nameOf = useWeekName();
  const format = useFormatter();
  return (
    <Section
      title={t('pastWeeks')}
      text={
        stats === undefined || stats.totalChipsContributed === 0
          ? undefined
          : t('allWeeks', { chips: stats.totalChipsContributed, won: stats.battlesWon })
      }
    >
      <List>
        {battles.map(({ week_start_date: week, winner, battle_result }) => {
          const { red, blue } = totalsOf(battle_result?.rounds ?? []);
          return (
            <li key={week}>
              <Link to="/battle/$week" params={{ week }} className={classes.week}>
                <span className={classes.mark} data-winner={winner} />
                <Stack as="span" grows fits>
                  <Text as="span" weight={600}>
                    {t('won', { winner: winner ?? 'tie' })}
                  </Text>
                  <Muted as="span">{nameOf(week)}</Muted>
                </Stack>
                <Text as="span" size="sm">
                  {`${format.number(red)} : ${format.number(blue)}`}
                </Text>
              </Link>
            </li>
          );
        })}
      </List>
      {more !== null && (
        <Button variant="outline" className={classes.more} loading={more.isPending} onClick={more.onMore}>
          {t('more')}
        </Button>
      )}
    </Section>
  );
}
