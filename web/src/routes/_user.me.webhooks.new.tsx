import { createFileRoute } from '@tanstack/react-router';
import { RecentSignIn } from '../features/sign-in/components/recent-sign-in.tsx';
import { VerifyFirst } from '../features/sign-in/components/verify-first.tsx';
import { NewWebhookScreen } from '../features/webhook/screens/new-webhook-screen.tsx';

export const Route = createFileRoute('/_user/me/webhooks/new')({
  component: () => (
    <RecentSignIn>
      <VerifyFirst>
        <NewWebhookScreen />
      </VerifyFirst>
    </RecentSignIn>
  ),
});
