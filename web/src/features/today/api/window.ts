import { type components, unwrap } from '@meadow/client';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '../../../app/api.ts';

export type WindowSetup = components['schemas']['WorkoutWindowSetup'];
export type Activity = WindowSetup['activityType'];

/** Sets up the daily window, or changes and reopens the one that there is. */
export function useSetUpWindow() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: WindowSetup) => unwrap(api.POST('/api/workout-window/setup', { body })),
    onSuccess: () =>
      Promise.all([
        queryClient.invalidateQueries({ queryKey: ['today'] }),
        queryClient.invalidateQueries({ queryKey: ['me'] }),
      ]),
  });
}

/** Ends the window: the user is no longer matched. */
export function useEndWindow() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => unwrap(api.DELETE('/api/workout-window/my-window')),
    onSuccess: () =>
      Promise.all([
        queryClient.invalidateQueries({ queryKey: ['today'] }),
        queryClient.invalidateQueries({ queryKey: ['me'] }),
      ]),
  });
}

/** Marks a drop of the assistant as read. */
export function useReadDrop() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (id: string) =>
      unwrap(api.POST('/api/encouragement-drops/received/{id}/read', { params: { path: { id } } })),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['today'] }),
  });
}
