import { MeadowError } from '@meadow/client';
import { createFileRoute, redirect } from '@tanstack/react-router';
import { currentLanguage } from '../app/language.ts';
import { meQuery } from '../app/session/queries.ts';
import { loadTexts, Texts } from '../app/texts.tsx';
import { SignOutButton } from '../features/account/components/sign-out-button.tsx';
import { RestoreScreen } from '../features/account/screens/restore-screen.tsx';

/** For the session of an account that is to be deleted: the API refuses all else to it. */
export const Route = createFileRoute('/restore')({
  loader: async ({ context }) => {
    const texts = loadTexts('account', currentLanguage());
    try {
      await context.queryClient.fetchQuery({ ...meQuery, staleTime: 0 });
    } catch (error) {
      if (!(error instanceof MeadowError)) throw error;
      if (error.code === 'account.deletion-pending') {
        await texts;
        return eraseAtOf(error);
      }
      throw redirect({ to: '/sign-in', search: { to: '/restore' } });
    }
    throw redirect({ to: '/today' });
  },
  component: Restore,
});

function Restore() {
  return (
    <Texts of="account">
      <RestoreScreen eraseAt={Route.useLoaderData()} signOut={<SignOutButton />} />
    </Texts>
  );
}

/** Null if the time to restore is over. */
function eraseAtOf({ current }: MeadowError): Date | null {
  const eraseAt = new Date(String(current?.erase_at));
  return eraseAt.getTime() > Date.now() ? eraseAt : null;
}
