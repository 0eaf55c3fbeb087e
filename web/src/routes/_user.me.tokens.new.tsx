import { useSuspenseQuery } from '@tanstack/react-query';
import { createFileRoute } from '@tanstack/react-router';
import { configQuery, meQuery } from '../app/session/queries.ts';
import { NewTokenScreen } from '../features/personal-token/screens/new-token-screen.tsx';
import { FreshSignIn } from '../features/sign-in/components/fresh-sign-in.tsx';
import { VerifyFirst } from '../features/sign-in/components/verify-first.tsx';
import { ListSkeleton } from '../shared/ui/list-skeleton.tsx';

export const Route = createFileRoute('/_user/me/tokens/new')({
  validateSearch: ({ scopes }: Record<string, unknown>): { scopes?: string } =>
    typeof scopes === 'string' ? { scopes } : {},
  // The dialog that asks for a sign-in needs it.
  loader: ({ context }) => context.queryClient.ensureQueryData(configQuery),
  pendingComponent: ListSkeleton,
  component: NewToken,
});

function NewToken() {
  const { data: me } = useSuspenseQuery(meQuery);
  const { scopes } = Route.useSearch();
  return (
    <FreshSignIn email={me.profile.email}>
      <VerifyFirst>
        <NewTokenScreen scopes={scopes} />
      </VerifyFirst>
    </FreshSignIn>
  );
}
