import { type components, unwrap } from '@meadow/client';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '../../../app/api.ts';
import { applyChange } from '../preferences.rules.ts';
import { type Preferences, preferencesQuery } from './queries.ts';

type Change = components['schemas']['NotificationPreferencesChange'];

/** Shown at once, and taken back if the server refuses it. */
export function useChangePreferences() {
  const queryClient = useQueryClient();
  const { queryKey } = preferencesQuery;
  const { mutate, ...mutation } = useMutation({
    mutationFn: ({ change }: { change: Change; before: Preferences | undefined }) =>
      unwrap(api.PATCH('/api/notifications/preferences', { body: change })),
    // Fast presses are sent in their order.
    scope: { id: 'notification-preferences' },
    onError: (_error, { before }) => before && queryClient.setQueryData(queryKey, { preferences: before }),
  });

  function change(change: Change) {
    void queryClient.cancelQueries({ queryKey });
    const before = queryClient.getQueryData(queryKey)?.preferences;
    if (before !== undefined) queryClient.setQueryData(queryKey, { preferences: applyChange(before, change) });
    mutate({ change, before });
  }

  return { ...mutation, mutate: change };
}
