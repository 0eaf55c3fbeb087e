import { unwrap } from '@meadow/client';
import { useCallback, useEffect, useRef, useState } from 'react';
import { api } from '../../../app/api.ts';
import { useInboxCache } from './cache.ts';
import type { Notification } from './notification.ts';

/**
 * Deletes notifications when the screen is left, so that each deletion can be undone until then. The server keeps no deleted
 * notification.
 */
export function useDeletions() {
  const cache = useInboxCache();
  const pending = useRef(new Map<string, Notification>());
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set());
  const [undoneId, setUndoneId] = useState<string | null>(null);

  const show = useCallback(() => setIds(new Set(pending.current.keys())), []);

  const commit = useCallback(() => {
    const deleted = [...pending.current.values()];
    pending.current.clear();
    for (const notification of deleted) {
      cache.remove(notification);
      const params = { path: { id: notification.id } };
      // Another tab may have deleted it. After any other failure it comes back.
      unwrap(api.DELETE('/api/notifications/{id}', { params, keepalive: true })).catch(cache.reload);
    }
  }, [cache]);

  useEffect(() => {
    const leave = () => {
      commit();
      show();
    };
    const leaveIfHidden = () => document.visibilityState === 'hidden' && leave();
    window.addEventListener('pagehide', leave);
    document.addEventListener('visibilitychange', leaveIfHidden);
    return () => {
      window.removeEventListener('pagehide', leave);
      document.removeEventListener('visibilitychange', leaveIfHidden);
      commit();
    };
  }, [commit, show]);

  return {
    /** The ids of what is about to be deleted. */
    deletedIds: ids,
    /** The id of what came back last, which takes the focus. */
    undoneId,
    remove: (notification: Notification) => {
      setUndoneId(null);
      pending.current.set(notification.id, notification);
      show();
    },
    undo: (id: string) => {
      setUndoneId(id);
      pending.current.delete(id);
      show();
    },
  };
}
