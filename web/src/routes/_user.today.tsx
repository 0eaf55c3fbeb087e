import { useSuspenseQuery } from '@tanstack/react-query';
import { createFileRoute } from '@tanstack/react-router';
import { currentLanguage } from '../app/language.ts';
import { hasPlace } from '../app/places.ts';
import { loadTexts, Texts } from '../app/texts.tsx';
import { BattleCard } from '../features/battle/components/battle-card.tsx';
import { GoalsOfDay } from '../features/goal/components/goals-of-day.tsx';
import { MosaicCard } from '../features/mosaic/components/mosaic-card.tsx';
import { meQuery } from '../features/sign-in/api/queries.ts';
import { todayQuery } from '../features/today/api/queries.ts';
import { TodaySkeleton } from '../features/today/components/today-skeleton.tsx';
import { TodayScreen } from '../features/today/screens/today-screen.tsx';
import { WellbeingOfDay } from '../features/wellbeing/components/wellbeing-of-day.tsx';
import { journalDayIn } from '../shared/days/today-in.ts';

export const Route = createFileRoute('/_user/today')({
  loader: ({ context }) =>
    Promise.all([
      context.queryClient.ensureQueryData(todayQuery),
      loadTexts('goal', currentLanguage()),
      loadTexts('battle', currentLanguage()),
      hasPlace('mosaic') && loadTexts('mosaic', currentLanguage()),
    ]),
  pendingMs: 300,
  pendingComponent: TodaySkeleton,
  component: Today,
});

function Today() {
  const navigate = Route.useNavigate();
  const { data: me } = useSuspenseQuery(meQuery);
  const { id } = me.profile;

  /** Adds a line to the draft that the editor opens with. */
  async function write(line: string): Promise<void> {
    if (line.trim() !== '') {
      const { draftOfNewEntry, keepDraft } = await import('../features/journal/editor/draft.ts');
      const day = journalDayIn(me.time_zone ?? undefined);
      const draft = await draftOfNewEntry(id, { day, notebookId: null, isForDay: false });
      const content = [draft.fields.content, line.trim()].filter((part) => part !== '').join('\n\n');
      await keepDraft(id, { ...draft, fields: { ...draft.fields, content } });
    }
    await navigate({ to: '/journal/new' });
  }

  return (
    <TodayScreen
      user={me.profile}
      ownWindow={me.window}
      goals={({ goals_due, goals_done }) => (
        <Texts of="goal">
          <GoalsOfDay due={goals_due} done={goals_done} today={journalDayIn(me.time_zone ?? undefined)} />
        </Texts>
      )}
      wellbeing={({ journal_date: day, wellbeing }) => <WellbeingOfDay day={day} {...wellbeing} />}
      field={({ battle, date, mosaic_url }) => (
        <>
          {hasPlace('mosaic') && (
            <Texts of="mosaic">
              <MosaicCard date={date} pictureUrl={mosaic_url} />
            </Texts>
          )}
          <Texts of="battle">
            <BattleCard score={battle} />
          </Texts>
        </>
      )}
      onWrite={write}
    />
  );
}
