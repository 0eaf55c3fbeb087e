import { useCallback, useMemo, useState } from 'react';
import { newId } from '../../../app/ids.ts';
import { localDatabase } from '../../../app/local/database.ts';
import { useLive } from '../../../app/local/use-live.ts';
import type { OutboxItem } from '../../../app/outbox/outbox.rules.ts';
import { useOutbox } from '../../../app/outbox/outbox-provider.tsx';
import type { LoadedMessages } from '../chat.ts';
import type { Pending } from '../rows.rules.ts';
import { arrivedOf, type MessageBody, pendingOf } from './pending.rules.ts';

const NONE: readonly OutboxItem[] = [];

type PendingOptions = {
  userId: string;
  roomId: string;
  list: LoadedMessages;
};

/** The messages of a room that its list does not have yet, oldest first. */
export function usePending({ userId, roomId, list }: PendingOptions): Pending[] {
  const path = pathOf(roomId);
  const items =
    useLive(
      useCallback(
        () =>
          localDatabase(userId)
            .outbox.where('record')
            .equals(roomId)
            .filter((item) => item.path === path)
            .sortBy('queuedAt'),
        [userId, roomId, path],
      ),
    ) ?? NONE;
  const [known, setKnown] = useState(items);
  const [arrived, setArrived] = useState<readonly OutboxItem[]>([]);
  if (known !== items) {
    setKnown(items);
    setArrived((before) => arrivedOf(before, known, items));
  }
  return useMemo(() => pendingOf(arrived, items, list), [arrived, items, list]);
}

/** Sends messages through the outbox, which keeps their order and takes them when there is no connection. */
export function useSend(roomId: string) {
  const outbox = useOutbox();
  return (content: string) => {
    const body: MessageBody = { id: newId(), content };
    return outbox.queue({ method: 'POST', path: pathOf(roomId), body, version: null, record: roomId });
  };
}

const pathOf = (roomId: string) => `/api/chat/rooms/${roomId}/messages`;
