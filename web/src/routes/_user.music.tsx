import { useSuspenseQuery } from '@tanstack/react-query';
import { createFileRoute } from '@tanstack/react-router';
import { musicAccountQuery } from '../features/music/api/queries.ts';
import { MusicScreen } from '../features/music/screens/music-screen.tsx';
import { configQuery } from '../features/session/api/queries.ts';
import { PendingScreen } from '../shared/ui/pending-screen.tsx';

export const Route = createFileRoute('/_user/music')({
  loader: ({ context: { queryClient } }) =>
    Promise.all([queryClient.ensureQueryData(configQuery), queryClient.ensureQueryData(musicAccountQuery)]),
  pendingMs: 300,
  pendingComponent: PendingScreen,
  component: Music,
});

function Music() {
  const { data: config } = useSuspenseQuery(configQuery);
  return <MusicScreen isConfigured={config.services.music} />;
}
