import { unwrap } from '@meadow/client';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '../../../app/api.ts';

/** Marks a drop of the assistant as read. */
export function useReadDrop() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (id: string) =>
      unwrap(api.POST('/api/encouragement-drops/received/{id}/read', { params: { path: { id } } })),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['today'] }),
  });
}
