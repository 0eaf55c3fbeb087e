import type { QueryClient } from '@tanstack/react-query';

/** Entries show in the journal and on Today. */
export function refreshEntries(queryClient: QueryClient): Promise<unknown> {
  return Promise.all([
    queryClient.invalidateQueries({ queryKey: ['journal'] }),
    queryClient.invalidateQueries({ queryKey: ['today'] }),
  ]);
}
