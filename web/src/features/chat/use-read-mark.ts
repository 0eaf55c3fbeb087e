import { useDocumentVisibility } from '@mantine/hooks';
import { useEffect, useEffectEvent } from 'react';
import { useMarkRead } from './api/changes.ts';
import type { Message, Room } from './chat.ts';
import { hasUnread } from './unread.rules.ts';

/** Marks a room as read while its newest message is seen. `messages` are newest first. */
export function useReadMark(room: Room, messages: readonly Message[], userId: string, isSeen: boolean): void {
  const markRead = useMarkRead();
  const visibility = useDocumentVisibility();
  const [newest] = messages;
  const newestId = isSeen && visibility === 'visible' ? newest?.id : undefined;
  const mark = useEffectEvent(() => {
    if (newest !== undefined && hasUnread(messages, room.read_until, userId)) markRead.mutate(newest);
  });
  useEffect(() => {
    if (newestId !== undefined) mark();
  }, [newestId]);
}
