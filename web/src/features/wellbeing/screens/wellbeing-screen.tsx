import { useSuspenseQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { Suspense } from 'react';
import { useTranslations } from 'use-intl';
import { journalDayIn } from '../../../shared/days/today-in.ts';
import { useZoneClock } from '../../../shared/days/zone-clock.ts';
import { Choices } from '../../../shared/ui/choices.tsx';
import { ListSkeleton } from '../../../shared/ui/list-skeleton.tsx';
import { ScreenHeader } from '../../../shared/ui/screen-header.tsx';
import { Section } from '../../../shared/ui/section.tsx';
import { Stack } from '../../../shared/ui/stack.tsx';
import { TravelNote } from '../../../shared/ui/travel-note.tsx';
import { notesOfDayQuery, wellbeingDayQuery } from '../api/queries.ts';
import { Charts } from '../components/charts.tsx';
import { DayPicker } from '../components/day-picker.tsx';
import { NotesPart } from '../components/notes-part.tsx';
import { SatisfactionPart } from '../components/satisfaction-part.tsx';
import { SleepPart } from '../components/sleep-part.tsx';
import { RANGES, type Range } from '../wellbeing.rules.ts';
import classes from './wellbeing-screen.module.css';

const RANGE_LABELS = { '30': 'range30', '90': 'range90', '365': 'range365' } as const satisfies Record<Range, string>;

/** What a day was like, by one tap each, and how the days went. */
export function WellbeingScreen({ day: chosen, range }: { day: string | undefined; range: Range }) {
  const t = useTranslations('wellbeing');
  const today = journalDayIn(useZoneClock());
  const day = chosen ?? today;
  const navigate = useNavigate({ from: '/wellbeing' });
  return (
    <div className={classes.screen}>
      <ScreenHeader title={t('title')} />
      <Stack gap={6} content="start" fits className={classes.columns}>
        <Stack gap={5} content="start" fits>
          <TravelNote
            day={day}
            onChoose={(other) =>
              void navigate({ search: (previous) => ({ ...previous, day: other }), resetScroll: false })
            }
          />
          <DayPicker day={day} today={today} />
          <Day key={day} day={day} />
        </Stack>
        <Section
          title={t('charts')}
          aside={
            <Choices
              label={t('range')}
              options={RANGES.map((value) => ({ value, label: t(RANGE_LABELS[value]) }))}
              value={range}
              onChange={(value) =>
                void navigate({
                  search: (previous) => ({ ...previous, range: value === '30' ? undefined : value }),
                  resetScroll: false,
                })
              }
            />
          }
        >
          <Suspense fallback={<ListSkeleton />}>
            <Charts today={today} range={range} />
          </Suspense>
        </Section>
      </Stack>
    </div>
  );
}

function Day({ day }: { day: string }) {
  const t = useTranslations('wellbeing');
  const { data } = useSuspenseQuery(wellbeingDayQuery(day));
  return (
    <>
      <Section title={t('satisfaction')} isCard>
        <SatisfactionPart day={day} entry={data.satisfaction} />
      </Section>
      <Section title={t('sleep')} isCard>
        <SleepPart day={day} entry={data.sleep} />
      </Section>
      <Section title={t('actions')} isCard>
        <Suspense fallback={<ListSkeleton />}>
          <Notes day={day} />
        </Suspense>
      </Section>
    </>
  );
}

function Notes({ day }: { day: string }) {
  const { data: notes } = useSuspenseQuery(notesOfDayQuery(day));
  return <NotesPart day={day} notes={notes} />;
}
