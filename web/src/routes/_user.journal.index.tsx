import { createFileRoute } from '@tanstack/react-router';
import { NewestEntry } from '../features/journal/screens/newest-entry.tsx';

export const Route = createFileRoute('/_user/journal/')({ component: Newest });

function Newest() {
  return <NewestEntry filters={Route.useSearch()} />;
}
