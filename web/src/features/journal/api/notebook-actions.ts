import type { components } from '@meadow/client';
import { unwrap } from '@meadow/client';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '../../../app/api.ts';
import { refreshEntries } from './refresh-entries.ts';

type TrashItem = components['schemas']['TrashItem'];
type Values = components['schemas']['NewNotebook'];

/** Creates a notebook, or changes the one of this version. */
export function useSaveNotebook(notebook: { id: string; version: number } | null) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: Values) =>
      notebook === null
        ? unwrap(api.POST('/api/notebooks', { body }))
        : unwrap(
            api.PATCH('/api/notebooks/{id}', {
              params: { path: { id: notebook.id }, header: { 'if-match': `"${notebook.version}"` } },
              body,
            }),
          ),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['journal'] }),
  });
}

export function useRemoveNotebook(id: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => unwrap(api.DELETE('/api/notebooks/{id}', { params: { path: { id } } })),
    onSuccess: () => {
      queryClient.removeQueries({ queryKey: ['journal', 'notebook', id] });
      return queryClient.invalidateQueries({ queryKey: ['journal'] });
    },
  });
}

/** Restores an entry or a notebook of the trash. */
export function useRestore() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ id }: Pick<TrashItem, 'id' | 'kind' | 'title'>) =>
      unwrap(api.POST('/api/trash/{id}/restore', { params: { path: { id } } })),
    onSuccess: () => refreshEntries(queryClient),
  });
}

/** Deletes an entry or a notebook of the trash for good. */
export function usePurge() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => unwrap(api.DELETE('/api/trash/{id}', { params: { path: { id } } })),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['journal', 'trash'] }),
  });
}
