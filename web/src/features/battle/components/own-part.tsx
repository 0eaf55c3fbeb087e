import { useTranslations } from 'use-intl';
import { hasPlace, PLACES } from '../../../app/places.ts';
import { PathLink } from '../../../shared/ui/path-link.tsx';
import { Row } from '../../../shared/ui/row.tsx';
import { Stack } from '../../../shared/ui/stack.tsx';
import { Muted, Text } from '../../../shared/ui/text.tsx';
import type { BattleWeek } from '../api/queries.ts';
import type { OwnDay } from '../battle.rules.ts';
import { Chip } from './chip.tsx';
import classes from './own-part.module.css';

type OwnPartProps = {
  part: BattleWeek['ownPart'];
  /** Null if there is nothing to check in today. */
  day: OwnDay | null;
};

/** What the user gave their team this week, and what a check-in of today would add. */
export function OwnPart({ part, day }: OwnPartProps) {
  const t = useTranslations('battle');
  const canCheckIn = day !== null && !day.isDone && hasPlace('checkIn');
  return (
    <Row gap={3} className={classes.part} data-team={part?.teamColor}>
      <Chip />
      <Stack grows fits>
        <Text weight={600}>{useGiven(part)}</Text>
        {day !== null && <Muted>{day.isDone ? t('checkedIn') : t('wouldAdd', { chips: day.worth })}</Muted>}
      </Stack>
      {canCheckIn && PLACES.checkIn !== null && (
        <PathLink path={PLACES.checkIn} className={classes.checkIn}>
          {t('checkIn')}
        </PathLink>
      )}
    </Row>
  );
}

/** A user who changed the team within the week gave to both. */
function useGiven(part: BattleWeek['ownPart']): string {
  const t = useTranslations('battle');
  if (part === null) return t('noPart');
  const { teamColor: team, redChips, blueChips } = part;
  if (redChips > 0 && blueChips > 0) return t('gaveBoth', { red: redChips, blue: blueChips });
  if (redChips + blueChips === 0) return t('gaveNone', { team: t(team) });
  return t('gave', { team: t(redChips > 0 ? 'red' : 'blue'), chips: redChips + blueChips });
}
