import { Navigate } from '@tanstack/react-router';
import { useEffect, useEffectEvent } from 'react';
import { todayIn } from '../../../shared/days/today-in.ts';
import { useZoneClock } from '../../../shared/days/zone-clock.ts';
import { useMarkRead } from '../api/changes.ts';
import type { Notification } from '../api/notification.ts';
import { screenOf } from '../target.rules.ts';

/** A notification that was pressed on the device: marks it as read, and goes to what it is about. */
export function OpenedNotification({ notification }: { notification: Notification }) {
  const markRead = useMarkRead();
  const screen = screenOf(notification, todayIn(useZoneClock()));
  const read = useEffectEvent(() => notification.read_at === null && markRead.mutate(notification));
  useEffect(() => {
    read();
  }, []);
  if (screen === null) return null;
  return <Navigate to={screen.path as '/'} search={(screen.search ?? {}) as never} replace />;
}
