import { VisuallyHidden } from '@mantine/core';
import { useState } from 'react';
import { useLiveEvents } from '../../../app/events/events-provider.tsx';
import { useInboxCache } from '../api/cache.ts';
import { loadNotification } from '../api/queries.ts';
import { useNotificationText } from '../use-notification-text.ts';

/** Puts new notifications into the inbox and says them to screen readers when they are not busy. */
export function LiveInbox() {
  const cache = useInboxCache();
  const textOf = useNotificationText();
  const [announcement, setAnnouncement] = useState('');
  useLiveEvents((event) => {
    if (event.kind === 'notification') void show(event.data.notification_id);
  });

  async function show(id: string): Promise<void> {
    const notification = await loadNotification(id).catch(() => undefined);
    // Unknown if it was deleted since, or if many came after it.
    if (notification === undefined) return cache.reload();
    cache.add(notification);
    const { title, text } = textOf(notification);
    setAnnouncement(`${title}. ${text}`);
  }

  return <VisuallyHidden role="status">{announcement}</VisuallyHidden>;
}
