import { unwrap } from '@meadow/client';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '../../../app/api.ts';

export function useAcceptByToken() {
  return useAnswer((token: string) => unwrap(api.POST('/api/invitations/accept', { body: { token } })));
}

export function useAccept() {
  return useAnswer((id: string) => unwrap(api.POST('/api/invitations/{id}/accept', { params: { path: { id } } })));
}

export function useDecline() {
  return useAnswer((id: string) => unwrap(api.POST('/api/invitations/{id}/decline', { params: { path: { id } } })));
}

export type Applicant = { email: string; name: string; note: string };

export function useJoinWaitlist() {
  return useMutation({ mutationFn: (body: Applicant) => unwrap(api.POST('/api/waitlist', { body })) });
}

/** An answer changes the groups of the user. */
function useAnswer<Result>(mutationFn: (id: string) => Promise<Result>) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn,
    onSuccess: () =>
      Promise.all([
        queryClient.invalidateQueries({ queryKey: ['me'] }),
        queryClient.invalidateQueries({ queryKey: ['session', 'invitations'] }),
      ]),
  });
}
