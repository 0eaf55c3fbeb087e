import { createFileRoute } from '@tanstack/react-router';
import { NewWebhookScreen } from '../features/programs/screens/new-webhook-screen.tsx';

export const Route = createFileRoute('/_user/me/_programs/webhooks/new')({ component: NewWebhookScreen });
