import { createFileRoute, Outlet, useChildMatches } from '@tanstack/react-router';
import { currentLanguage } from '../app/language.ts';
import { loadTexts, Texts } from '../app/texts.tsx';
import { goalsQuery } from '../features/goal/api/queries.ts';
import { GoalsScreen } from '../features/goal/screens/goals-screen.tsx';
import { PendingScreen } from '../shared/ui/pending-screen.tsx';

export const Route = createFileRoute('/_user/goals')({
  loader: ({ context: { queryClient } }) =>
    Promise.all([queryClient.ensureInfiniteQueryData(goalsQuery), loadTexts('goal', currentLanguage())]),
  pendingMs: 300,
  pendingComponent: PendingScreen,
  component: Goals,
});

function Goals() {
  const isPaneOpen = useChildMatches({
    select: (matches) => matches.some(({ routeId }) => routeId !== '/_user/goals/'),
  });
  return (
    <Texts of="goal">
      <GoalsScreen pane={<Outlet />} isPaneOpen={isPaneOpen} />
    </Texts>
  );
}
