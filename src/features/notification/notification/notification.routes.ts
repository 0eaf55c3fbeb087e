import { actorOf } from '#access/actor.ts';
import { openToTokens } from '#access/token-guard.ts';
import type { Routes } from '#platform/http/guarded-routes.ts';
import { IdInPath, MessageBody } from '#platform/http/shapes.ts';
import type { NotificationDeps } from '../deps.ts';
import { markAllRead, markRead, readInbox, removeNotification } from './notification.actions.ts';
import { InboxQuery, NotificationBody, NotificationList, ReadCount } from './notification.schema.ts';

const tags = ['Notifications'];

export function notificationRoutes(deps: NotificationDeps): Routes {
  return openToTokens('notifications', (scope) => {
    scope.get(
      '/api/notifications',
      {
        schema: {
          tags,
          operationId: 'listNotifications',
          summary: 'List notifications',
          description: 'The newest come first. They are deleted after 90 days.',
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
          operationId: 'markNotificationRead',
          summary: 'Mark a notification as read',
          description: 'Marking it again changes nothing; `read_at` keeps the first time.',
          params: IdInPath,
          errors: ['notification.not-found'],
          response: { 200: NotificationBody },
        },
      },
      async (request) => ({ notification: await markRead(deps, actorOf(request), request.params.id) }),
    );

    scope.delete(
      '/api/notifications/:id',
      {
        schema: {
          tags,
          operationId: 'deleteNotification',
          summary: 'Delete a notification',
          description: 'It leaves the inbox, and devices that have not shown it yet do not show it.',
          params: IdInPath,
          errors: ['notification.not-found'],
          response: { 200: MessageBody },
        },
      },
      async (request) => {
        await removeNotification(deps, actorOf(request), request.params.id);
        return { message: 'The notification is deleted.' };
      },
    );

    scope.post(
      '/api/notifications/read-all',
      {
        schema: {
          tags,
          operationId: 'markAllNotificationsRead',
          summary: 'Mark all notifications as read',
          response: { 200: ReadCount },
        },
      },
      async (request) => ({ read: await markAllRead(deps, actorOf(request)) }),
    );
  });
}
