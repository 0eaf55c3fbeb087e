import { Navigate } from '@tanstack/react-router';
import { useEffect, useEffectEvent } from 'react';
import { useHasRoute } from '../../../shared/ui/path-link.tsx';
import { useMarkRead } from '../api/changes.ts';
import type { Notification } from '../api/notification.ts';
import { screenOf } from '../target.rules.ts';

/** A notification that was pressed on the device: marks it as read, and goes to what it is about. */
export function OpenedNotification({ notification }: { notification: Notification }) {
  const hasRoute = useHasRoute();
  const markRead = useMarkRead();
  const screen = screenOf(notification);
  const read = useEffectEvent(() => notification.read_at === null && markRead.mutate(notification));
  useEffect(() => {
    read();
  }, []);
  if (screen === null || !hasRoute(screen.route)) return null;
  return <Navigate to={screen.path as '/'} replace />;
}
