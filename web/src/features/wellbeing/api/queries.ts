import { type components, unwrap } from '@meadow/client';
import { queryOptions } from '@tanstack/react-query';
import { api } from '../../../app/api.ts';

type Schemas = components['schemas'];
export type SatisfactionEntry = Schemas['SatisfactionEntry'];
export type SleepEntry = Schemas['SleepEntry'];
export type ActionNote = Schemas['ActionNote'];
export type MoodDay = Schemas['MoodDay'];

type Span = { from: string; to: string };

const satisfactionOf = async (query: Span) =>
  (await unwrap(api.GET('/api/satisfaction-entries', { params: { query } }))).satisfaction_entries;
const sleepOf = async (query: Span) =>
  (await unwrap(api.GET('/api/sleep-entries', { params: { query } }))).sleep_entries;
const notesOf = async (query: Span) => (await unwrap(api.GET('/api/action-notes', { params: { query } }))).action_notes;
const moodsOf = async (query: Span) => (await unwrap(api.GET('/api/journal/moods', { params: { query } }))).moods;

/** How one day and its night were. The newest of each kind counts. */
export const wellbeingDayQuery = (day: string) =>
  queryOptions({
    queryKey: ['wellbeing', 'day', day],
    queryFn: async () => {
      const span = { from: day, to: day };
      const [satisfaction, sleep] = await Promise.all([satisfactionOf(span), sleepOf(span)]);
      return { satisfaction: satisfaction[0] ?? null, sleep: sleep[0] ?? null };
    },
  });

/** What the user did on one day. */
export const notesOfDayQuery = (day: string) =>
  queryOptions({
    queryKey: ['wellbeing', 'notes', day],
    queryFn: () => notesOf({ from: day, to: day }),
  });

/** What was recorded of a range of days, with the moods of the journal. */
export const wellbeingRangeQuery = (span: Span) =>
  queryOptions({
    queryKey: ['wellbeing', 'range', span.from, span.to],
    queryFn: async () => {
      const [satisfaction, sleep, moods] = await Promise.all([satisfactionOf(span), sleepOf(span), moodsOf(span)]);
      return { satisfaction, sleep, moods };
    },
  });
