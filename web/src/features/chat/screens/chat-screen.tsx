import { useSuspenseQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { hasPlace } from '../../../app/places.ts';
import { ButtonLink } from '../../../shared/ui/links.tsx';
import { Notice } from '../../../shared/ui/notice.tsx';
import { ScreenHeader } from '../../../shared/ui/screen-header.tsx';
import { roomsQuery } from '../api/rooms.ts';
import { RoomRow } from '../components/room-row.tsx';
import classes from './chat-screen.module.css';

type ChatScreenProps = { userId: string; pane: ReactNode; isPaneOpen: boolean };

/** The rooms of the user, and beside them, at a desk, the open one. On a phone one of both. */
export function ChatScreen({ userId, pane, isPaneOpen }: ChatScreenProps) {
  const t = useTranslations('chat');
  const { data: rooms } = useSuspenseQuery(roomsQuery);
  return (
    <div className={classes.screen} data-pane-open={isPaneOpen}>
      <section className={classes.list} aria-label={t('rooms')}>
        <div className={classes.head}>
          {/* The title of a room takes its place. */}
          {isPaneOpen ? <p className={classes.title}>{t('title')}</p> : <ScreenHeader title={t('title')} />}
        </div>
        {rooms.length === 0 ? (
          <Notice icon="chat" title={t('empty')} text={t(hasPlace('checkIn') ? 'emptyTextSquad' : 'emptyText')}>
            <ButtonLink to="/invitation">{t('toInvitations')}</ButtonLink>
            {hasPlace('checkIn') && (
              <ButtonLink to="/today" variant="outline">
                {t('toToday')}
              </ButtonLink>
            )}
          </Notice>
        ) : (
          <ul className={classes.rooms}>
            {rooms.map((room) => (
              <li key={room.id}>
                <RoomRow room={room} userId={userId} />
              </li>
            ))}
          </ul>
        )}
      </section>
      <div className={classes.pane}>{pane}</div>
    </div>
  );
}
