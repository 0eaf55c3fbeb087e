import { createFileRoute } from '@tanstack/react-router';
import { meQuery } from '../features/sign-in/api/queries.ts';
import { wellbeingDayQuery } from '../features/wellbeing/api/queries.ts';
import { WellbeingScreen } from '../features/wellbeing/screens/wellbeing-screen.tsx';
import { RANGES, type Range } from '../features/wellbeing/wellbeing.rules.ts';
import { journalDayIn } from '../shared/days/today-in.ts';
import { PendingScreen } from '../shared/ui/pending-screen.tsx';

type Search = { day?: string | undefined; range?: Range | undefined };

export const Route = createFileRoute('/_user/wellbeing')({
  validateSearch: ({ day, range }: Record<string, unknown>): Search => ({
    ...(typeof day === 'string' && /^\d{4}-\d\d-\d\d$/.test(day) && !Number.isNaN(Date.parse(day)) && { day }),
    ...(RANGES.includes(String(range) as Range) && { range: String(range) as Range }),
  }),
  loaderDeps: ({ search: { day } }) => ({ day }),
  loader: async ({ context: { queryClient }, deps: { day } }) => {
    const { time_zone: clock } = await queryClient.ensureQueryData(meQuery);
    await queryClient.ensureQueryData(wellbeingDayQuery(day ?? journalDayIn(clock ?? undefined)));
  },
  pendingMs: 300,
  pendingComponent: PendingScreen,
  component: Wellbeing,
});

function Wellbeing() {
  const { day, range } = Route.useSearch();
  return <WellbeingScreen day={day} range={range ?? '30'} />;
}
