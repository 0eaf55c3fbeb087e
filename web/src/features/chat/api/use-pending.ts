import { useCallback, useMemo, useState } from 'react';
import { newId } from '../../../app/ids.ts';
import { localDatabase } from '../../../app/local/database.ts';
import { useLive } from '../../../app/local/use-live.ts';
import type { OutboxItem } from '../../../app/outbox/outbox.rules.ts';
import { useOutbox } from '../../../app/outbox/outbox-provider.tsx';
import type { Message } from '../chat.ts';
import type { Pending } from '../rows.rules.ts';
import { type Arrived, arrivedOf, type MessageBody, pendingOf } from './pending.rules.ts';

const NONE: readonly OutboxItem[] = [];

type PendingOptions = {
  userId: string;
  roomId: string;
  messages: readonly Message[];
  /** When the messages were last loaded. */
  loadedAt: number;
};

/** The messages of a room that its list does not have yet, oldest first. */
export function usePending({ userId, roomId, messages, loadedAt }: PendingOptions): Pending[] {
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
  const [arrived, setArrived] = useState<readonly Arrived[]>([]);
  if (known !== items) {
    setKnown(items);
    setArrived((before) => arrivedOf(before, known, items, loadedAt));
  }
  return useMemo(() => pendingOf(arrived, items, { messages, loadedAt }), [arrived, items, messages, loadedAt]);
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
