import { ActionIcon } from '@mantine/core';
import { useTranslations } from 'use-intl';
import { useFormatter } from '../../../shared/days/use-formatter.ts';
import { Icon } from '../../../shared/icons/icon.tsx';
import { Face } from '../../../shared/ui/face.tsx';
import { Cluster, Row } from '../../../shared/ui/row.tsx';
import { Stack } from '../../../shared/ui/stack.tsx';
import { Muted, Text } from '../../../shared/ui/text.tsx';
import { useActivityName } from '../../../shared/workout/activity.ts';
import { useTileDetails } from '../api/use-tile-details.ts';
import type { Mosaic, Tile } from '../mosaic.ts';
import { ChipMark } from './chip-mark.tsx';
import { DropLink } from './drop-link.tsx';
import classes from './tile-card.module.css';

type TileCardProps = { mosaic: Mosaic; tile: Tile; isOwn: boolean; onClose: () => void };

/** The user of a tile: what they did, and when. */
export function TileCard({ mosaic, tile, isOwn, onClose }: TileCardProps) {
  const t = useTranslations('mosaic');
  const { userId, userName: name, isAi, teamColor, status } = tile;
  const { avatarUrl, isInSquad, checkin, photo, isFailed } = useTileDetails(mosaic, tile);
  const chips = status === 'completed' ? (checkin?.battle_chips_earned ?? 0) : 0;
  return (
    <Stack gap={4} as="section" aria-label={t('tile', { name })} data-team={teamColor}>
      <div className={classes.card} data-has-photo={photo !== null}>
        {photo !== null && (
          <img
            className={classes.photo}
            src={photo.url}
            alt={t('photoOf', { name })}
            width={photo.width}
            height={photo.height}
            decoding="async"
          />
        )}
        <Stack gap={3} className={classes.body}>
          <Row gap={3}>
            <span className={classes.face}>
              <Face name={name} url={avatarUrl} size={44} />
            </span>
            <Stack grows fits>
              <Text as="b" weight={600} breaks dir="auto">
                {name}
              </Text>
              <Muted as="span">
                <Doing tile={tile} checkin={checkin} />
              </Muted>
            </Stack>
          </Row>
          {checkin?.status === 'pending' && <Muted>{t('checking')}</Muted>}
          {isFailed && <Muted>{t('detailsFailed', { name })}</Muted>}
          <Cluster gap={2}>
            {chips > 0 && (
              <span className={classes.pill} data-kind="honey">
                <ChipMark />
                {t('chips', { count: chips })}
              </span>
            )}
            {isOwn && <span className={classes.pill}>{t('you')}</span>}
            {isInSquad && !isOwn && <span className={classes.pill}>{t('yourSquad')}</span>}
            {isAi && <span className={classes.pill}>{t('synthetic')}</span>}
            <span className={classes.pill}>{t(`teams.${teamColor}`)}</span>
          </Cluster>
        </Stack>
        <ActionIcon className={classes.close} aria-label={t('closeTile')} onClick={onClose}>
          <Icon name="close" />
        </ActionIcon>
      </div>
      {!isOwn && !isAi && <DropLink userId={userId} />}
    </Stack>
  );
}

type DoingProps = { tile: Tile; checkin: ReturnType<typeof useTileDetails>['checkin'] };

function Doing({ tile: { status }, checkin }: DoingProps) {
  const t = useTranslations('mosaic');
  const format = useFormatter();
  const nameOf = useActivityName();
  if (checkin === null || status === 'failed') return t(`legendStates.${status}`);
  return t('activityAt', {
    activity: nameOf.word({ activity_type: checkin.activity_type, custom_activity: null }),
    time: format.dateTime(new Date(checkin.photo_timestamp), { hour: 'numeric', minute: '2-digit' }),
  });
}
