import { useTranslations } from 'use-intl';
import { Icon } from '../../../shared/icons/icon.tsx';
import { IconLink } from '../../../shared/ui/links.tsx';
import type { Room } from '../chat.ts';
import { useRoomWords } from '../use-room-words.ts';
import classes from './room-header.module.css';
import { RoomSign } from './room-sign.tsx';

/** The name of a room, with the way back on a phone. */
export function RoomHeader({ room }: { room: Room }) {
  const t = useTranslations('chat');
  const { nameOf, aboutOf } = useRoomWords();
  return (
    <header className={classes.header}>
      <IconLink to="/chat" className={classes.back} aria-label={t('back')}>
        <Icon name="chevron-left" />
      </IconLink>
      <RoomSign kind={room.kind} />
      <div className={classes.words}>
        <h1 className={classes.name} tabIndex={-1} dir="auto">
          {nameOf(room)}
        </h1>
        <p className={classes.about}>{aboutOf(room)}</p>
      </div>
    </header>
  );
}
