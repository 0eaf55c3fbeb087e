import { Link } from '@tanstack/react-router';
import { useTranslations } from 'use-intl';
import { UnreadBadge } from '../../../app/shell/unread-badge.tsx';
import { dateOf } from '../../../shared/days/days.rules.ts';
import { todayIn } from '../../../shared/days/today-in.ts';
import { useFormatter } from '../../../shared/days/use-formatter.ts';
import { useZoneClock } from '../../../shared/days/zone-clock.ts';
import { Stack } from '../../../shared/ui/stack.tsx';
import { Muted, Text } from '../../../shared/ui/text.tsx';
import type { Room } from '../chat.ts';
import { lineOf } from '../text.rules.ts';
import { useRoomWords } from '../use-room-words.ts';
import classes from './room-row.module.css';
import { RoomSign } from './room-sign.tsx';

/** A room in the list, with its last message. */
export function RoomRow({ room, userId }: { room: Room; userId: string }) {
  const { nameOf, aboutOf } = useRoomWords();
  const { last_message: last, unread_count: unread } = room;
  return (
    <Link to="/chat/$room" params={{ room: room.id }} className={classes.row} data-unread={unread > 0}>
      <RoomSign kind={room.kind} />
      <Stack as="span" gap="hair" grows>
        <Text as="span" weight={600} breaks dir="auto">
          {nameOf(room)}
        </Text>
        <Muted as="span" clamped className={classes.last} dir="auto">
          {last === null ? aboutOf(room) : <LastMessage message={last} userId={userId} />}
        </Muted>
      </Stack>
      <span className={classes.aside}>
        {last !== null && <Time instant={last.created_at} />}
        <UnreadBadge count={unread} />
      </span>
    </Link>
  );
}

function LastMessage({ message, userId }: { message: NonNullable<Room['last_message']>; userId: string }) {
  const t = useTranslations('chat');
  const { sender, content } = message;
  if (content === null) return t('removed');
  const name = sender.id === userId ? t('you') : sender.full_name;
  return t('lastMessage', { name, text: lineOf(content) });
}

/** The time of today, or the date. */
function Time({ instant }: { instant: string }) {
  const format = useFormatter();
  const clock = useZoneClock();
  const isToday = dateOf(instant, clock) === todayIn(clock);
  return (
    <Muted as="time" size="xs" dateTime={instant}>
      {format.dateTime(
        new Date(instant),
        isToday ? { hour: '2-digit', minute: '2-digit' } : { day: 'numeric', month: 'short' },
      )}
    </Muted>
  );
}
