import { createFileRoute } from '@tanstack/react-router';
import { webhooksQuery } from '../features/webhook/api/queries.ts';
import { WebhooksScreen } from '../features/webhook/screens/webhooks-screen.tsx';
import { ListSkeleton } from '../shared/ui/list-skeleton.tsx';

export const Route = createFileRoute('/_user/me/webhooks/')({
  loader: ({ context }) => context.queryClient.ensureQueryData(webhooksQuery),
  pendingComponent: ListSkeleton,
  component: WebhooksScreen,
});
