import { createFileRoute, redirect } from '@tanstack/react-router';
import { entryQuery } from '../features/journal/api/queries.ts';
import { PersonProvider } from '../features/journal/person.tsx';
import { EditorScreen } from '../features/journal/screens/editor-screen.tsx';
import { meQuery } from '../features/sign-in/api/queries.ts';
import { usePersonOfJournal } from './-journal-person.ts';

/** `draft`: the id of a second draft of the entry on this device. */
export const Route = createFileRoute('/_user/journal_/$entryId/edit')({
  validateSearch: ({ draft }: Record<string, unknown>): { draft?: string } =>
    typeof draft === 'string' ? { draft } : {},
  loaderDeps: ({ search }) => search,
  loader: async ({ context: { queryClient }, params, deps }) => {
    const [{ profile }, { entry }, { draftOfEntry, markConflict }] = await Promise.all([
      queryClient.ensureQueryData(meQuery),
      // The newest version, else the own last change would look like one of another device. Offline the cached one.
      queryClient
        .fetchQuery(entryQuery(params.entryId))
        .catch(() => queryClient.ensureQueryData(entryQuery(params.entryId))),
      // The database of this device is no part of the first load.
      import('../features/journal/editor/draft.ts'),
    ]);
    const draft = await draftOfEntry(profile.id, entry, deps.draft);
    // Another device has changed the entry since this draft began. Neither text replaces the other unseen.
    if (draft.version !== null && draft.version < entry.version) {
      await markConflict(profile.id, draft);
      throw redirect({ to: '/journal/$entryId/compare', params });
    }
    return { draft, tone: entry.emotional_tone, audience: entry.audience };
  },
  // The draft of this device is read each time: an older one of this page must not replace it.
  gcTime: 0,
  preload: false,
  component: ChangeEntry,
});

function ChangeEntry() {
  const { draft, tone, audience } = Route.useLoaderData();
  return (
    <PersonProvider person={usePersonOfJournal()}>
      <EditorScreen key={draft.entryId} draft={draft} tone={tone} audience={audience} />
    </PersonProvider>
  );
}
