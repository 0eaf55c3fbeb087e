import { type components, unwrap } from '@meadow/client';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '../../../app/api.ts';

type Schemas = components['schemas'];
type Saved<Fields> = Fields & { /** Null creates a record. */ id: string | null };

/** What is recorded shows on Today, in the forms and in the charts. */
function useRefresh(): () => Promise<unknown> {
  const queryClient = useQueryClient();
  return () =>
    Promise.all([
      queryClient.invalidateQueries({ queryKey: ['wellbeing'] }),
      queryClient.invalidateQueries({ queryKey: ['today'] }),
    ]);
}

export function useSaveSatisfaction() {
  const onSuccess = useRefresh();
  return useMutation({
    mutationFn: async ({ id, ...body }: Saved<Schemas['NewSatisfactionEntry']>) => {
      await (id === null
        ? unwrap(api.POST('/api/satisfaction-entries', { body }))
        : unwrap(api.PUT('/api/satisfaction-entries/{id}', { params: { path: { id } }, body })));
    },
    onSuccess,
  });
}

export function useDeleteSatisfaction() {
  const onSuccess = useRefresh();
  return useMutation({
    mutationFn: (id: string) => unwrap(api.DELETE('/api/satisfaction-entries/{id}', { params: { path: { id } } })),
    onSuccess,
  });
}

export function useSaveSleep() {
  const onSuccess = useRefresh();
  return useMutation({
    mutationFn: async ({ id, ...body }: Saved<Schemas['NewSleepEntry']>) => {
      await (id === null
        ? unwrap(api.POST('/api/sleep-entries', { body }))
        : unwrap(api.PUT('/api/sleep-entries/{id}', { params: { path: { id } }, body })));
    },
    onSuccess,
  });
}

export function useDeleteSleep() {
  const onSuccess = useRefresh();
  return useMutation({
    mutationFn: (id: string) => unwrap(api.DELETE('/api/sleep-entries/{id}', { params: { path: { id } } })),
    onSuccess,
  });
}

export function useSaveNote() {
  const onSuccess = useRefresh();
  return useMutation({
    mutationFn: async ({ id, ...body }: Saved<Schemas['NewActionNote']>) => {
      await (id === null
        ? unwrap(api.POST('/api/action-notes', { body }))
        : unwrap(api.PATCH('/api/action-notes/{id}', { params: { path: { id } }, body })));
    },
    onSuccess,
  });
}

export function useDeleteNote() {
  const onSuccess = useRefresh();
  return useMutation({
    mutationFn: (id: string) => unwrap(api.DELETE('/api/action-notes/{id}', { params: { path: { id } } })),
    onSuccess,
  });
}
