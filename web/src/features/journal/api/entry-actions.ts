import { type components, unwrap } from '@meadow/client';
import { type InfiniteData, useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '../../../app/api.ts';
import { useOutbox } from '../../../app/outbox/outbox-provider.tsx';
import type { Entry } from '../entry.ts';
import { usePerson } from '../person.tsx';
import type { Sharing } from '../sharing/sharing.rules.ts';
import { refreshEntries } from './refresh-entries.ts';

/** The writes of an entry besides its text. They go through the outbox, so that they work offline and keep their order. */
export function useEntryActions({ id }: Pick<Entry, 'id'>) {
  const outbox = useOutbox();
  const queryClient = useQueryClient();
  const { userId } = usePerson();
  const path = `/api/journal/${id}`;

  return {
    remove: () => {
      // The list is without it at once. The response of the server confirms that.
      queryClient.setQueriesData<InfiniteData<EntryPage>>({ queryKey: ['journal', 'timeline'] }, (data) =>
        data === undefined ? data : { ...data, pages: data.pages.map((page) => without(page, id)) },
      );
      // Of any version: it can be taken back.
      return outbox.queue({ method: 'DELETE', path, body: null, version: null, record: id });
    },
    /** Takes a deletion back: before it is sent, or from the trash. */
    async restore(): Promise<void> {
      // The database of this device is no part of the first load.
      const { localDatabase } = await import('../../../app/local/database.ts');
      const waiting = await localDatabase(userId).outbox.where('record').equals(id).toArray();
      const deletion = waiting.find(({ method }) => method === 'DELETE');
      if (deletion !== undefined) await outbox.cancel(deletion.key);
      else await unwrap(api.POST('/api/trash/{id}/restore', { params: { path: { id } } }));
      await refreshEntries(queryClient);
    },
    /** Of any version, as a move. */
    setReaders: (sharing: Sharing) => outbox.queue({ method: 'PATCH', path, body: sharing, version: null, record: id }),
    /** Of any version: it changes nothing of the text. */
    move: (notebookId: string | null) =>
      outbox.queue({ method: 'PATCH', path, body: { notebook_id: notebookId }, version: null, record: id }),
  };
}

type EntryPage = components['schemas']['EntryPage'];

function without(page: EntryPage, id: string): EntryPage {
  return { ...page, entries: page.entries.filter((entry) => entry.id !== id) };
}

/** Paints a picture in the mood of an entry. Takes up to a minute. */
export function useBackground(entryId: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => unwrap(api.POST('/api/ai/generate-background', { body: { entry_id: entryId } })),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['journal', 'entry', entryId] }),
  });
}
