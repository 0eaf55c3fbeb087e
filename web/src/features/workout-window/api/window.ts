import { type components, unwrap } from '@meadow/client';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '../../../app/api.ts';

export type OwnWindow = components['schemas']['WorkoutWindow'];
export type OwnLocation = components['schemas']['WorkoutLocation'];
export type WindowSetup = components['schemas']['WorkoutWindowSetup'];
export type LocationChange = components['schemas']['LocationChange'];

/** The window of the user, and where the user has said to be. */
export const windowQuery = queryOptions({
  queryKey: ['workout-window', 'own'],
  queryFn: () => unwrap(api.GET('/api/workout-window/my-window')),
});

/** Sets up the window, or changes and reopens the one that there is. */
export function useSetUpWindow() {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: (body: WindowSetup) => unwrap(api.POST('/api/workout-window/setup', { body })),
    onSuccess: refresh,
  });
}

/** Closes the window: the user is no longer matched. */
export function useCloseWindow() {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: () => unwrap(api.DELETE('/api/workout-window/my-window')),
    onSuccess: refresh,
  });
}

/** Changes where the user has said to be. */
export function useChangeLocation() {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: (body: LocationChange) => unwrap(api.PUT('/api/workout-window/update-location', { body })),
    onSuccess: refresh,
  });
}

function useRefresh() {
  const queryClient = useQueryClient();
  return () =>
    Promise.all(['workout-window', 'today', 'me'].map((noun) => queryClient.invalidateQueries({ queryKey: [noun] })));
}
