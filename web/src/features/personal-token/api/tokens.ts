import { type components, unwrap } from '@meadow/client';
import { type MutationFunction, useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '../../../app/api.ts';
import { tokensQuery } from './queries.ts';

export type NewPersonalToken = components['schemas']['NewPersonalToken'];

/** Needs a recent sign-in. The response holds the secret, and is forgotten with the screen. */
export function useCreateToken() {
  return useChange((body: NewPersonalToken) => unwrap(api.POST('/api/user/tokens', { body })));
}

export function useRenameToken(id: string) {
  return useChange((name: string) =>
    unwrap(api.PATCH('/api/user/tokens/{id}', { params: { path: { id } }, body: { name } })),
  );
}

export function useRevokeToken(id: string) {
  return useChange(() => unwrap(api.DELETE('/api/user/tokens/{id}', { params: { path: { id } } })));
}

function useChange<Data, Variables = void>(mutationFn: MutationFunction<Data, Variables>) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn,
    gcTime: 0,
    // A request that failed can have had its effect.
    onSettled: () => queryClient.invalidateQueries({ queryKey: tokensQuery.queryKey }),
  });
}
