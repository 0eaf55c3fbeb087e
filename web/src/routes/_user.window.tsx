import { useSuspenseQuery } from '@tanstack/react-query';
import { createFileRoute } from '@tanstack/react-router';
import { useNow } from 'use-intl';
import { currentLanguage } from '../app/language.ts';
import { loadTexts, Texts } from '../app/texts.tsx';
import { todayQuery } from '../features/today/api/queries.ts';
import { WindowScreen } from '../features/workout-window/screens/window-screen.tsx';
import { PendingScreen } from '../shared/ui/pending-screen.tsx';
import { teamOf } from '../shared/workout/window.rules.ts';

const TICK_MS = 15_000;

export const Route = createFileRoute('/_user/window')({
  loader: async ({ context: { queryClient } }) => {
    // A loader is part of the first load, what it imports here is not.
    const { windowQuery } = await import('../features/workout-window/api/window.ts');
    await Promise.all([
      queryClient.ensureQueryData(todayQuery),
      // Another device may have changed it: a form must not begin with what it was.
      queryClient.fetchQuery(windowQuery),
      loadTexts('workout-window', currentLanguage()),
    ]);
  },
  pendingMs: 300,
  pendingComponent: PendingScreen,
  component: Window,
});

function Window() {
  const navigate = Route.useNavigate();
  const { data: today } = useSuspenseQuery(todayQuery);
  const now = useNow({ updateInterval: TICK_MS });
  const hasOpened = today.window !== null && new Date(today.window.opens_at) <= now;
  return (
    <Texts of="workout-window">
      <WindowScreen
        facts={{ date: today.date, isCheckedIn: today.checkin !== null, hasOpened }}
        team={teamOf(today)}
        onDone={() => void navigate({ to: '/today' })}
      />
    </Texts>
  );
}
