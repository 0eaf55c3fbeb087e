import { actorOf } from '#access/actor.ts';
import { openToTokens } from '#access/token-guard.ts';
import type { Routes } from '#platform/http/guarded-routes.ts';
import type { NotificationDeps } from '../deps.ts';
import { changePreferences, readPreferences } from './preference.actions.ts';
import { PreferencesBody, PreferencesChange } from './preference.schema.ts';

const tags = ['Notifications'];

export function preferenceRoutes(deps: NotificationDeps): Routes {
  return openToTokens('notifications', (scope) => {
    scope.get(
      '/api/notifications/preferences',
      {
        schema: {
          tags,
          operationId: 'getNotificationPreferences',
          summary: 'Get notification preferences',
          description:
            'Lists all kinds, by category. `preferences.notifications` of your profile switches off all push.',
          response: { 200: PreferencesBody },
        },
      },
      async (request) => ({ preferences: await readPreferences(deps, actorOf(request)) }),
    );

    scope.patch(
      '/api/notifications/preferences',
      {
        config: { refusedWhileImpersonating: true },
        schema: {
          tags,
          operationId: 'changeNotificationPreferences',
          summary: 'Change notification preferences',
          description: 'Kinds and fields that you omit keep their values. `quiet_hours: null` ends quiet hours.',
          body: PreferencesChange,
          errors: ['notification.kind-required', 'notification.quiet-hours-empty'],
          response: { 200: PreferencesBody },
        },
      },
      async (request) => ({ preferences: await changePreferences(deps, actorOf(request), request.body) }),
    );
  });
}
