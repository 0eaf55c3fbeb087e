import { createFileRoute, Outlet } from '@tanstack/react-router';
import { PersonProvider } from '../features/journal/person.tsx';
import { meQuery } from '../features/sign-in/api/queries.ts';
import { usePersonOfJournal } from './-journal-person.ts';

export const Route = createFileRoute('/_user/notebooks')({
  loader: ({ context: { queryClient } }) => queryClient.ensureQueryData(meQuery),
  component: () => (
    <PersonProvider person={usePersonOfJournal()}>
      <Outlet />
    </PersonProvider>
  ),
});
