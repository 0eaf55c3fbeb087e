import { useQueryClient } from '@tanstack/react-query';
import { createContext, type ReactNode, useContext, useEffect, useEffectEvent, useMemo } from 'react';
import { createEvents, type Events } from './events.ts';
import type { Notification } from './stream.ts';

const EventsContext = createContext<Events | null>(null);

/** Live events of the user. After a gap everything shown is loaded again, since what was missed is not known. */
export function EventsProvider({ userId, children }: { userId: string; children: ReactNode }) {
  const queryClient = useQueryClient();
  const events = useMemo(() => createEvents(userId), [userId]);
  useEffect(() => {
    const stop = events.start();
    const stopGaps = events.onGap(() => void queryClient.invalidateQueries());
    return () => {
      stopGaps();
      stop();
    };
  }, [events, queryClient]);
  return <EventsContext value={events}>{children}</EventsContext>;
}

/** Calls `listener` for each new notification, once in each tab. */
export function useNotifications(listener: (notification: Notification) => void): void {
  const events = useContext(EventsContext);
  const onNotification = useEffectEvent(listener);
  useEffect(() => events?.onNotification(onNotification), [events]);
}
