import { createFileRoute } from '@tanstack/react-router';
import { NewWebhookScreen } from '../features/programs/screens/new-webhook-screen.tsx';
import { RecentSignIn } from '../features/session/components/recent-sign-in.tsx';
import { VerifyFirst } from '../features/session/components/verify-first.tsx';

export const Route = createFileRoute('/_user/me/_programs/webhooks/new')({
  component: () => (
    <RecentSignIn>
      <VerifyFirst>
        <NewWebhookScreen />
      </VerifyFirst>
    </RecentSignIn>
  ),
});
