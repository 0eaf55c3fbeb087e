import { createFileRoute } from '@tanstack/react-router';
import { DraftsScreen } from '../features/journal/screens/drafts-screen.tsx';

export const Route = createFileRoute('/_user/journal/drafts')({ component: DraftsScreen });
