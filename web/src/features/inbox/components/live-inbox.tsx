import { VisuallyHidden } from '@mantine/core';
import { useState } from 'react';
import { useNotifications } from '../../../app/events/events-provider.tsx';
import { useInboxCache } from '../api/cache.ts';
import { useNotificationText } from '../use-notification-text.ts';

/** Puts new notifications into the inbox and says them to screen readers when they are not busy. */
export function LiveInbox() {
  const cache = useInboxCache();
  const textOf = useNotificationText();
  const [announcement, setAnnouncement] = useState('');
  useNotifications((notification) => {
    cache.add(notification);
    const { title, text } = textOf(notification);
    setAnnouncement(`${title}. ${text}`);
  });
  return <VisuallyHidden role="status">{announcement}</VisuallyHidden>;
}
