import { MeadowError } from '@meadow/client';
import { createFileRoute, notFound, redirect } from '@tanstack/react-router';
import { currentLanguage } from '../app/language.ts';
import { loadTexts, Texts } from '../app/texts.tsx';
import { battleQuery } from '../features/battle/api/queries.ts';
import { isMonday, weekAt } from '../features/battle/battle.rules.ts';
import { NoBattle } from '../features/battle/components/no-battle.tsx';
import { PastBattleScreen } from '../features/battle/screens/past-battle-screen.tsx';
import { PendingScreen } from '../shared/ui/pending-screen.tsx';

export const Route = createFileRoute('/_user/battle/$week')({
  loader: async ({ context: { queryClient }, params: { week } }) => {
    if (week === weekAt(new Date())) throw redirect({ to: '/battle', replace: true });
    await loadTexts('battle', currentLanguage());
    if (!isMonday(week)) throw notFound();
    try {
      await queryClient.ensureQueryData(battleQuery(week));
    } catch (error) {
      if (error instanceof MeadowError && error.code === 'battle.not-found') throw notFound();
      throw error;
    }
  },
  pendingMs: 300,
  pendingComponent: PendingScreen,
  notFoundComponent: () => (
    <Texts of="battle">
      <NoBattle />
    </Texts>
  ),
  component: OneWeek,
});

function OneWeek() {
  const { week } = Route.useParams();
  return (
    <Texts of="battle">
      <PastBattleScreen week={week} />
    </Texts>
  );
}
