import { unwrap } from '@meadow/client';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '../../../app/api.ts';
import { todayIn } from '../../../shared/days/today-in.ts';
import { useZoneClock } from '../../../shared/days/zone-clock.ts';
import { exportsQuery } from '../api/queries.ts';

export function useStartExport() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => unwrap(api.POST('/api/user/exports')),
    onSettled: () => queryClient.invalidateQueries({ queryKey: exportsQuery.queryKey }),
  });
}

export function useDeleteExport(id: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => unwrap(api.DELETE('/api/user/exports/{id}', { params: { path: { id } } })),
    onSettled: () => queryClient.invalidateQueries({ queryKey: exportsQuery.queryKey }),
  });
}

/** Makes the archive of a small account and saves it as a file. The server refuses a large one (`export.too-large`). */
export function useDownloadNow() {
  const clock = useZoneClock();
  return useMutation({
    mutationFn: async () => {
      const archive = await unwrap(api.GET('/api/user/export', { parseAs: 'blob' }));
      const url = URL.createObjectURL(archive as Blob);
      const link = Object.assign(document.createElement('a'), {
        href: url,
        download: `meadow-${todayIn(clock)}.zip`,
      });
      link.click();
      // The browser has to take the file first.
      setTimeout(() => URL.revokeObjectURL(url), 60_000);
    },
  });
}
