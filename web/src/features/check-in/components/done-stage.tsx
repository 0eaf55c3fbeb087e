import { useTranslations } from 'use-intl';
import { hasPlace, PLACES } from '../../../app/places.ts';
import { Flower } from '../../../shared/art/flower.tsx';
import { useFormatter } from '../../../shared/days/use-formatter.ts';
import { Icon } from '../../../shared/icons/icon.tsx';
import { ButtonLink } from '../../../shared/ui/links.tsx';
import { PathLink } from '../../../shared/ui/path-link.tsx';
import { Row } from '../../../shared/ui/row.tsx';
import { Stack } from '../../../shared/ui/stack.tsx';
import { Muted, Text } from '../../../shared/ui/text.tsx';
import { useActivityName } from '../../../shared/workout/activity.ts';
import type { CheckIn, Today } from '../check-in.rules.ts';
import classes from './done-stage.module.css';
import { Pass, type Self } from './pass.tsx';

type DoneStageProps = {
  checkIn: CheckIn;
  customActivity: string | null;
  chain: Today['chain'];
  self: Self;
  /** For which moment it counts, if there is something to say. */
  counts: string | null;
  isNextNotified: boolean;
  chipsOfWeek: number | null;
};

/** The photo has become a tile. */
export function DoneStage({
  checkIn,
  customActivity,
  chain,
  self,
  counts,
  isNextNotified,
  chipsOfWeek,
}: DoneStageProps) {
  const t = useTranslations('check-in');
  const format = useFormatter();
  const nameOf = useActivityName();
  const {
    photo_thumbnail: photo,
    battle_chips_earned: chips,
    activity_type,
    photo_timestamp: takenAt,
    status,
  } = checkIn;
  const time = format.dateTime(new Date(takenAt), { hour: 'numeric', minute: '2-digit' });
  return (
    <>
      <Stack content="center" items="center" gap={5} className={classes.body}>
        <div className={classes.tile}>
          {photo !== null && <img className={classes.photo} src={photo.url} alt={t('yourPhoto')} />}
          <span className={classes.flower}>
            <Flower size={84} />
          </span>
        </div>
        <div>
          <h1 tabIndex={-1} className={classes.title}>
            {t('doneTitle')}
          </h1>
          <Text above={1} tone="quiet" breaks>
            {t('doneText', {
              activity: nameOf.word({
                activity_type,
                custom_activity: activity_type === 'other' ? customActivity : null,
              }),
              time,
            })}{' '}
            {t(status === 'verified' ? 'verified' : 'checking')}
          </Text>
          {counts !== null && <Muted above={1}>{counts}</Muted>}
        </div>
        <Row gap={3} className={classes.gain}>
          <span className={classes.chip} aria-hidden>
            <Flower size={24} />
          </span>
          <Stack grows>
            <b className={classes.plus}>{t('chips', { count: chips })}</b>
            <Muted as="span">{t(chips > 1 ? 'chipsBoth' : 'chipsOne')}</Muted>
          </Stack>
          {chipsOfWeek !== null && (
            <Stack items="center">
              <b>{format.number(chipsOfWeek)}</b>
              <Muted as="span">{t('thisWeek')}</Muted>
            </Stack>
          )}
        </Row>
        {chain?.after != null && <Pass self={self} after={chain.after} isNotified={isNextNotified} />}
      </Stack>
      <div className={classes.actions}>
        <ButtonLink to="/journal/new" size="lg" leftSection={<Icon name="pencil" size={20} />}>
          {t('write')}
        </ButtonLink>
        {hasPlace('mosaic') && (
          <PathLink path={PLACES.mosaic ?? '/'} className={classes.mosaic}>
            <Icon name="mosaic" size={20} />
            {t('mosaic')}
          </PathLink>
        )}
      </div>
    </>
  );
}
