import { createFileRoute, redirect } from '@tanstack/react-router';
import { enterFromOutside } from '../features/sign-in/outside/enter.ts';
import { SignedInScreen } from '../features/sign-in/screens/signed-in-screen.tsx';

/** Where an outside provider sends the browser back to. */
export const Route = createFileRoute('/signed-in')({
  loader: async ({ context, preload }) => {
    if (preload) return { problem: 'stale' as const };
    const entered = await enterFromOutside(context.queryClient);
    if ('to' in entered) throw redirect({ href: entered.to, replace: true });
    if ('signInTo' in entered) {
      // What follows # stays there: in the query a server would see it.
      const [to = '', hash = ''] = entered.signInTo.split('#');
      throw redirect({ to: '/sign-in', search: { to, tried: true }, hash, replace: true });
    }
    return { problem: entered.problem };
  },
  component: () => <SignedInScreen problem={Route.useLoaderData().problem} />,
});
