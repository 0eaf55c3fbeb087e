import { createFileRoute } from '@tanstack/react-router';
import { AccountScreen } from '../features/me/screens/account-screen.tsx';
import { RecentSignIn } from '../features/session/components/recent-sign-in.tsx';

export const Route = createFileRoute('/_user/me/account')({
  component: () => (
    <RecentSignIn>
      <AccountScreen />
    </RecentSignIn>
  ),
});
