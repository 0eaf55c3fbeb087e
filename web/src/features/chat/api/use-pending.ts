import { useCallback, useMemo, useState } from 'react';
import { localDatabase } from '../../../app/local/database.ts';
import { useLive } from '../../../app/local/use-live.ts';
import type { OutboxItem } from '../../../app/outbox/outbox.rules.ts';
import { useOutbox } from '../../../app/outbox/outbox-provider.tsx';
import type { Pending } from '../rows.rules.ts';
import { type Arrived, arrivedOf, pendingOf } from './pending.rules.ts';

const NONE: readonly OutboxItem[] = [];

type PendingOptions = {
  userId: string;
  roomId: string;
  /** When the messages of the room were last loaded. */
  loadedAt: number;
};

/** The messages of a room that its list does not have yet, oldest first. */
export function usePending({ userId, roomId, loadedAt }: PendingOptions): Pending[] {
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
  return useMemo(() => pendingOf(arrived, items, loadedAt), [arrived, items, loadedAt]);
}

/** Sends messages through the outbox, which keeps their order and takes them when there is no connection. */
export function useSend(roomId: string) {
  const outbox = useOutbox();
  return (content: string) =>
    outbox.queue({ method: 'POST', path: pathOf(roomId), body: { content }, version: null, record: roomId });
}

const pathOf = (roomId: string) => `/api/chat/rooms/${roomId}/messages`;
