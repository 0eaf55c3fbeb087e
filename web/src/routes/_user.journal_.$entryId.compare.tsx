import { createFileRoute, redirect } from '@tanstack/react-router';
import { entryQuery } from '../features/journal/api/queries.ts';
import { CompareScreen } from '../features/journal/conflict/compare-screen.tsx';
import { meQuery } from '../features/sign-in/api/queries.ts';

export const Route = createFileRoute('/_user/journal_/$entryId/compare')({
  loader: async ({ context: { queryClient }, params: { entryId } }) => {
    const [{ profile }, { localDatabase }] = await Promise.all([
      queryClient.ensureQueryData(meQuery),
      // The database of this device is no part of the first load.
      import('../app/local/database.ts'),
    ]);
    const [items, { entry }] = await Promise.all([
      localDatabase(profile.id).outbox.where('record').equals(entryId).sortBy('queuedAt'),
      // As the server has it now: what is cached here may be the text that the change began from.
      queryClient.fetchQuery({ ...entryQuery(entryId), staleTime: 0 }),
    ]);
    if (items.length === 0) throw redirect({ to: '/journal/$entryId', params: { entryId } });
    return { entry, items };
  },
  component: () => <CompareScreen {...Route.useLoaderData()} />,
});
