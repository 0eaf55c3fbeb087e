import { useTranslations } from 'use-intl';
import { Icon } from '../../../shared/icons/icon.tsx';
import { Box } from '../../../shared/ui/box.tsx';
import { IconLink } from '../../../shared/ui/links.tsx';
import { Row } from '../../../shared/ui/row.tsx';
import { Muted, Title } from '../../../shared/ui/text.tsx';
import type { Room } from '../chat.ts';
import { useRoomWords } from '../use-room-words.ts';
import classes from './room-header.module.css';
import { RoomSign } from './room-sign.tsx';

/** The name of a room, with the way back on a phone. */
export function RoomHeader({ room }: { room: Room }) {
  const t = useTranslations('chat');
  const { nameOf, aboutOf } = useRoomWords();
  return (
    <Row as="header" gap={3} className={classes.header}>
      <IconLink to="/chat" className={classes.back} aria-label={t('back')}>
        <Icon name="chevron-left" />
      </IconLink>
      <RoomSign kind={room.kind} />
      <Box fits>
        <Title as="h1" level="xl" tabIndex={-1} dir="auto">
          {nameOf(room)}
        </Title>
        <Muted>{aboutOf(room)}</Muted>
      </Box>
    </Row>
  );
}
