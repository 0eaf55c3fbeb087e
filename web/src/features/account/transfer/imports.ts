import { type components, unwrap } from '@meadow/client';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { api } from '../../../app/api.ts';
import { uploadForm } from '../../../app/upload-form.ts';
import { importsQuery } from '../api/queries.ts';

/** Uploads a file for a dry run: nothing is imported yet. */
export function useUploadDiary() {
  const queryClient = useQueryClient();
  const [part, setPart] = useState(0);
  const controller = useRef<AbortController>(null);
  const upload = useMutation({
    mutationFn: (file: File) => {
      setPart(0);
      controller.current = new AbortController();
      const form = new FormData();
      form.append('file', file, file.name);
      return uploadForm<components['schemas']['ImportBody']>('/api/user/import?dry_run=true', form, {
        signal: controller.current.signal,
        onProgress: setPart,
      });
    },
    onSuccess: () => queryClient.invalidateQueries({ queryKey: importsQuery.queryKey }),
  });
  return { upload, part, cancel: () => controller.current?.abort() };
}

export function useStartImport(id: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => unwrap(api.POST('/api/user/imports/{id}/start', { params: { path: { id } } })),
    onSettled: () => queryClient.invalidateQueries({ queryKey: importsQuery.queryKey }),
    // What was imported shows in the journal.
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['journal'] }),
  });
}
