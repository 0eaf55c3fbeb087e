import { createFileRoute } from '@tanstack/react-router';
import { deliveriesQuery, webhookQuery } from '../features/programs/api/queries.ts';
import { WebhookScreen } from '../features/programs/screens/webhook-screen.tsx';
import { ListSkeleton } from '../shared/ui/list-skeleton.tsx';

export const Route = createFileRoute('/_user/me/webhooks/$webhookId')({
  loader: ({ context: { queryClient }, params: { webhookId } }) =>
    Promise.all([
      queryClient.ensureQueryData(webhookQuery(webhookId)),
      queryClient.ensureInfiniteQueryData(deliveriesQuery(webhookId)),
    ]),
  pendingComponent: ListSkeleton,
  component: Webhook,
});

function Webhook() {
  const { webhookId } = Route.useParams();
  return <WebhookScreen key={webhookId} webhookId={webhookId} />;
}
