import { createFileRoute } from '@tanstack/react-router';
import { configQuery } from '../features/sign-in/api/queries.ts';
import { trySilentSignIn } from '../features/sign-in/outside/enter.ts';
import { SignInScreen } from '../features/sign-in/screens/sign-in-screen.tsx';
import { targetOf, withFragment } from '../features/sign-in/target.ts';

type Search = {
  to?: string;
  /** An outside provider was asked, and does not know the user. */
  tried?: boolean;
};

export const Route = createFileRoute('/sign-in')({
  validateSearch: (search): Search => ({ ...targetOf(search), ...(search.tried === true && { tried: true }) }),
  loaderDeps: ({ search }) => search,
  loader: async ({ context: { queryClient }, deps: { to, tried }, preload }) => {
    await queryClient.ensureQueryData(configQuery);
    if (to !== undefined && tried !== true && !preload) await trySilentSignIn(queryClient, withFragment(to));
  },
  component: () => <SignInScreen to={Route.useSearch().to} />,
});
