import { actorOf } from '../../access/actor.ts';
import type { Routes } from '../../platform/http/guarded-routes.ts';
import { IdInPath } from '../../platform/http/shapes.ts';
import { type InboxDeps, markAllRead, markRead, readInbox } from './notification.actions.ts';
import { InboxQuery, NotificationBody, NotificationList, ReadCount } from './notification.schema.ts';

const tags = ['Notices'];

export function notificationRoutes(deps: InboxDeps): Routes {
  return (scope) => {
    scope.get(
      '/api/notifications',
      {
        schema: {
          tags,
          summary: 'What you have been told',
          description: 'The newest first. Those older than 90 days may be gone.',
          querystring: InboxQuery,
          response: { 200: NotificationList },
        },
      },
      async (request) => readInbox(deps, actorOf(request), request.query),
    );

    scope.post(
      '/api/notifications/:id/read',
      {
        schema: {
          tags,
          summary: 'Mark a notification as read',
          description: 'Again changes nothing: `read_at` is when it was read first.',
          params: IdInPath,
          response: { 200: NotificationBody },
        },
      },
      async (request) => ({ notification: await markRead(deps, actorOf(request), request.params.id) }),
    );

    scope.post(
      '/api/notifications/read-all',
      { schema: { tags, summary: 'Mark all notifications as read', response: { 200: ReadCount } } },
      async (request) => ({ read: await markAllRead(deps, actorOf(request)) }),
    );
  };
}
