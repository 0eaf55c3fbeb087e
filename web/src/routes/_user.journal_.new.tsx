import { createFileRoute } from '@tanstack/react-router';
import { PersonProvider } from '../features/journal/person.tsx';
import { EditorScreen } from '../features/journal/screens/editor-screen.tsx';
import { meQuery } from '../features/sign-in/api/queries.ts';
import { journalDayIn } from '../shared/days/today-in.ts';
import { usePersonOfJournal } from './-journal-person.ts';

/** `day`: for which day; `notebook`: in which; `draft`: the id of a draft of this device to go on with. */
type Start = { day?: string; notebook?: string; draft?: string };

export const Route = createFileRoute('/_user/journal_/new')({
  validateSearch: ({ day, notebook, draft }: Record<string, unknown>): Start => ({
    ...(typeof day === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(day) && { day }),
    ...(typeof notebook === 'string' && { notebook }),
    ...(typeof draft === 'string' && { draft }),
  }),
  loaderDeps: ({ search }) => search,
  loader: async ({ context: { queryClient }, deps }) => {
    const [{ profile, time_zone: clock }, { draftOfNewEntry, draftWithId }] = await Promise.all([
      queryClient.ensureQueryData(meQuery),
      // The database of this device is no part of the first load.
      import('../features/journal/editor/draft.ts'),
    ]);
    const start = {
      day: deps.day ?? journalDayIn(clock ?? undefined),
      notebookId: deps.notebook ?? null,
      isForDay: deps.day !== undefined,
    };
    const draft =
      deps.draft === undefined
        ? await draftOfNewEntry(profile.id, start)
        : await draftWithId(profile.id, deps.draft, start);
    return { draft };
  },
  // The draft of this device is read each time: an older one of this page must not replace it.
  gcTime: 0,
  preload: false,
  component: NewEntry,
});

function NewEntry() {
  const { draft } = Route.useLoaderData();
  return (
    <PersonProvider person={usePersonOfJournal()}>
      <EditorScreen key={draft.entryId} draft={draft} tone={null} audience={null} />
    </PersonProvider>
  );
}
