import { useQueryClient } from '@tanstack/react-query';
import { createContext, type ReactNode, useContext, useEffect, useEffectEvent, useMemo } from 'react';
import { COLLECT_MS, type LiveEvent, queriesShowing } from './events.rules.ts';
import { createEvents, type Events } from './events.ts';

const EventsContext = createContext<Events | null>(null);

/**
 * Live events of the user: what shows something that changed is loaded again. After a gap everything shown is, since what was missed is
 * not known.
 */
export function EventsProvider({ userId, children }: { userId: string; children: ReactNode }) {
  const queryClient = useQueryClient();
  const events = useMemo(() => createEvents(userId), [userId]);
  useEffect(() => {
    let collected: LiveEvent['kind'][] = [];
    let timer: ReturnType<typeof setTimeout>;
    const refresh = () => {
      for (const query of queriesShowing(collected)) void queryClient.invalidateQueries({ queryKey: [query] });
      collected = [];
    };
    const stops = [
      events.onGap(() => void queryClient.invalidateQueries()),
      events.onEvent(({ kind }) => {
        clearTimeout(timer);
        collected.push(kind);
        timer = setTimeout(refresh, COLLECT_MS);
      }),
      events.start(),
    ];
    return () => {
      clearTimeout(timer);
      for (const stop of stops) stop();
    };
  }, [events, queryClient]);
  return <EventsContext value={events}>{children}</EventsContext>;
}

/** Calls `listener` for each new event, once in each tab. */
export function useLiveEvents(listener: (event: LiveEvent) => void): void {
  const events = useContext(EventsContext);
  const onEvent = useEffectEvent(listener);
  useEffect(() => events?.onEvent(onEvent), [events]);
}
