import { unwrap } from '@meadow/client';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '../../../app/api.ts';

/** `read_notes_enabled` lets the assistant read entries, `check_in_enabled` lets it write a drop each day. */
export type Consent = { read_notes_enabled?: boolean; check_in_enabled?: boolean };

export function useChangeConsent() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: Consent) => unwrap(api.PUT('/api/user/profile', { body })),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['me'] }),
  });
}

/** Deletes all that the assistant found. Entries stay. */
export function useEraseAnalyses() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => unwrap(api.DELETE('/api/chat/analyses')),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['assistant'] }),
  });
}
