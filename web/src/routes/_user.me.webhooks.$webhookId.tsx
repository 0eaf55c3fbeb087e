import { createFileRoute } from '@tanstack/react-router';
import { webhookQuery } from '../features/webhook/api/queries.ts';
import { WebhookScreen } from '../features/webhook/screens/webhook-screen.tsx';
import { ListSkeleton } from '../shared/ui/list-skeleton.tsx';

export const Route = createFileRoute('/_user/me/webhooks/$webhookId')({
  loader: ({ context, params }) => context.queryClient.ensureQueryData(webhookQuery(params.webhookId)),
  pendingComponent: ListSkeleton,
  component: Webhook,
});

function Webhook() {
  const { webhookId } = Route.useParams();
  return <WebhookScreen key={webhookId} webhookId={webhookId} />;
}
