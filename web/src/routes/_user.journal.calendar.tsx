import { createFileRoute } from '@tanstack/react-router';
import { moodsQuery } from '../features/journal/api/queries.ts';
import { EntrySkeleton } from '../features/journal/components/skeletons.tsx';
import { CalendarScreen } from '../features/journal/screens/calendar-screen.tsx';
import { meQuery } from '../features/sign-in/api/queries.ts';
import { journalDayIn } from '../shared/days/today-in.ts';

/** The day that is shown. Today by default. */
type Shown = { day?: string };

export const Route = createFileRoute('/_user/journal/calendar')({
  validateSearch: ({ day }: Record<string, unknown>): Shown => ({ ...(isDay(day) && { day }) }),
  loaderDeps: ({ search: { day } }) => ({ year: day?.slice(0, 4) }),
  loader: async ({ context: { queryClient }, deps }) => {
    const { time_zone: clock } = await queryClient.ensureQueryData(meQuery);
    const year = deps.year ?? journalDayIn(clock ?? undefined).slice(0, 4);
    await queryClient.ensureQueryData(moodsQuery(`${year}-01-01`, `${year}-12-31`));
  },
  pendingComponent: EntrySkeleton,
  component: () => <CalendarScreen day={Route.useSearch().day} />,
});

function isDay(day: unknown): day is string {
  return typeof day === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(day) && !Number.isNaN(Date.parse(day));
}
