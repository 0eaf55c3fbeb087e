import { createFileRoute } from '@tanstack/react-router';
import { AccountScreen } from '../features/account/screens/account-screen.tsx';
import { RecentSignIn } from '../features/sign-in/components/recent-sign-in.tsx';

export const Route = createFileRoute('/_user/me/account')({
  component: () => (
    <RecentSignIn>
      <AccountScreen />
    </RecentSignIn>
  ),
});
