import { MeadowError } from '@meadow/client';
import { type QueryClient, useQuery } from '@tanstack/react-query';
import { createFileRoute } from '@tanstack/react-router';
import { currentLanguage } from '../app/language.ts';
import { loadTexts, Texts } from '../app/texts.tsx';
import { battleQuery } from '../features/battle/api/queries.ts';
import { ownDayOf, weekAt } from '../features/battle/battle.rules.ts';
import { BattleScreen } from '../features/battle/screens/battle-screen.tsx';
import { todayQuery } from '../features/today/api/queries.ts';
import { PendingScreen } from '../shared/ui/pending-screen.tsx';

export const Route = createFileRoute('/_user/battle/')({
  loader: async ({ context: { queryClient } }) => {
    const [week] = await Promise.all([loadCurrentWeek(queryClient), loadTexts('battle', currentLanguage())]);
    return { week };
  },
  pendingMs: 300,
  pendingComponent: PendingScreen,
  component: ThisWeek,
});

/** Loads the battle that runs, and returns its week: that of this device, or that of the server if the clock of the device is wrong. */
async function loadCurrentWeek(queryClient: QueryClient): Promise<string> {
  const week = weekAt(new Date());
  try {
    await queryClient.ensureQueryData(battleQuery(week));
    return week;
  } catch (error) {
    if (!(error instanceof MeadowError) || error.code !== 'battle.not-found') throw error;
    const { battle } = await queryClient.ensureQueryData(todayQuery);
    await queryClient.ensureQueryData(battleQuery(battle.week_start_date));
    return battle.week_start_date;
  }
}

function ThisWeek() {
  const { week } = Route.useLoaderData();
  // The battle is there before it is known what a check-in would add.
  const { data: today } = useQuery(todayQuery);
  return (
    <Texts of="battle">
      <BattleScreen week={week} ownDay={today === undefined ? null : ownDayOf(today)} />
    </Texts>
  );
}
