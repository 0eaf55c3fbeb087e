import { useEffect, useRef, useState } from 'react';
import { api } from '../../../app/api.ts';
import { useLiveEvents } from '../../../app/events/events-provider.tsx';
import { SIGNAL_EVERY_MS, TYPING_MS, type Typing, withoutUser, withSignal } from '../typing.rules.ts';

const NONE: Typing = new Map();

/** The ids of the others who are writing in a room. */
export function useTyping(roomId: string, userId: string): string[] {
  const [typing, setTyping] = useState(NONE);
  useLiveEvents(({ kind, data }) => {
    if (kind === 'chat.typing' && data.room === roomId && data.user_id !== userId)
      setTyping((known) => withSignal(known, data.user_id, Date.now()));
    if (kind === 'chat.message' && data.room === roomId)
      setTyping((known) => withoutUser(known, data.sender_id, Date.now()));
  });
  useEffect(() => {
    if (typing.size === 0) return;
    // The last signal decides: with another one this starts again.
    const timer = setTimeout(() => setTyping(NONE), TYPING_MS);
    return () => clearTimeout(timer);
  }, [typing]);
  return [...typing.keys()];
}

/** Tells the room that the user is writing, every three seconds at most. */
export function useSignalTyping(roomId: string): () => void {
  const signalledAt = useRef(0);
  return () => {
    const now = Date.now();
    if (now - signalledAt.current < SIGNAL_EVERY_MS) return;
    signalledAt.current = now;
    // It is no loss if one does not arrive.
    void api.POST('/api/chat/rooms/{id}/typing', { params: { path: { id: roomId } } }).catch(() => undefined);
  };
}
