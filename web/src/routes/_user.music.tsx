import { useSuspenseQuery } from '@tanstack/react-query';
import { createFileRoute } from '@tanstack/react-router';
import { currentLanguage } from '../app/language.ts';
import { loadTexts, Texts } from '../app/texts.tsx';
import { musicAccountQuery } from '../features/music/api/queries.ts';
import { MusicScreen } from '../features/music/screens/music-screen.tsx';
import { configQuery } from '../features/sign-in/api/queries.ts';
import { PendingScreen } from '../shared/ui/pending-screen.tsx';

export const Route = createFileRoute('/_user/music')({
  loader: ({ context: { queryClient } }) =>
    Promise.all([
      queryClient.ensureQueryData(configQuery),
      queryClient.ensureQueryData(musicAccountQuery),
      loadTexts('music', currentLanguage()),
    ]),
  pendingMs: 300,
  pendingComponent: PendingScreen,
  component: Music,
});

function Music() {
  const { data: config } = useSuspenseQuery(configQuery);
  return (
    <Texts of="music">
      <MusicScreen isConfigured={config.services.music} />
    </Texts>
  );
}
