import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';

type Storage = { usedBytes: number | null; isPersisted: boolean | null };

const storageQuery = { queryKey: ['device', 'storage'], queryFn: readStorage, staleTime: 0 };

/** What this device keeps for the user, and whether the browser may delete it when space is short. Null where it does not say. */
export function useStorage(): Storage | undefined {
  return useQuery(storageQuery).data;
}

/** Asks the browser to keep the data. It may refuse without a question. */
export function usePersist() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => navigator.storage.persist(),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: storageQuery.queryKey }),
  });
}

/** Browsers tell this only to pages over https. */
async function readStorage(): Promise<Storage> {
  const { storage } = navigator as { storage?: StorageManager };
  const { usage } = (await storage?.estimate?.()) ?? {};
  return { usedBytes: usage ?? null, isPersisted: (await storage?.persisted?.()) ?? null };
}
