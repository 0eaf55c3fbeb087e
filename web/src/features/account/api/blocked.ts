import { unwrap } from '@meadow/client';
import { useMutation } from '@tanstack/react-query';
import { api } from '../../../app/api.ts';

/** Blocks a user or ends the block. The list keeps its rows until it is opened again. */
export function useBlock(id: string) {
  return useMutation({
    mutationFn: async (isBlocked: boolean) => {
      const params = { path: { id } };
      await unwrap(
        isBlocked ? api.POST('/api/users/{id}/block', { params }) : api.DELETE('/api/users/{id}/block', { params }),
      );
      return isBlocked;
    },
  });
}
