import Type, { type Static } from 'typebox';
import { BattleScore } from '#features/battle';
import { ChainDay } from '#features/check-in';
import { Goal } from '#features/goal';
import { EntryExcerpt } from '#features/journal';
import { SatisfactionEntry, SleepEntry } from '#features/wellbeing';
import { CalendarDate, Nullable, Timestamp, Uuid } from '#platform/http/shapes.ts';
import { Me } from '../me/me.schema.ts';

const TodayState = Type.Enum(['not_set_up', 'paused', 'rest', 'before', 'open', 'late', 'checked_in', 'rejected'], {
  title: 'TodayState',
  description:
    '`not_set_up` without a workout window, `paused` while it is closed, `rest` on rest days and during a pause, `before` until it opens, `open` while it is open, `late` from its end until the date ends, then `checked_in` or `rejected`.',
});
export type TodayState = Static<typeof TodayState>;

const Span = { opens_at: Timestamp, closes_at: Timestamp };

const TodayWindow = Type.Object(
  {
    ...Span,
    next: Nullable(Type.Object(Span), {
      description: 'The window of the next date on which you do not rest; null while paused.',
    }),
  },
  { title: 'TodayWindow' },
);
export type TodayWindow = Static<typeof TodayWindow>;

const AssistantDrop = Type.Object(
  { id: Uuid, content: Type.String(), date_sent: Timestamp, read_at: Nullable(Timestamp) },
  { title: 'AssistantDrop' },
);

const { unread_notifications, unread_drops, drops_to_send } = Me.properties;

export const Today = Type.Object(
  {
    date: Type.Unsafe<string>({
      ...CalendarDate,
      description:
        'The date that a check-in would count for now. Without a workout window, today in your time zone (`preferences.timezone`).',
    }),
    journal_date: Type.Unsafe<string>({
      ...CalendarDate,
      description: 'Today for the journal, goals and wellbeing, by your `timezone` and `day_start`.',
    }),
    state: TodayState,
    window: Nullable(TodayWindow, { description: 'The window of the date; null if not set up or paused.' }),
    ...ChainDay.properties,
    battle: BattleScore,
    goals_due: Type.Array(Goal, { description: 'Your newest active goals without a check-in today, at most 20.' }),
    goals_done: Type.Array(Goal, { description: 'Your newest active goals with a check-in today, at most 20.' }),
    wellbeing: Type.Object(
      { satisfaction: Nullable(SatisfactionEntry), sleep: Nullable(SleepEntry) },
      { description: 'Your newest entries of the `journal_date`.' },
    ),
    assistant_drop: Nullable(AssistantDrop, {
      description: 'The newest drop of the assistant, if it is not older than 24 hours.',
    }),
    newest_entries: Type.Array(EntryExcerpt, { description: 'Your newest entries, at most 3.' }),
    memories: Type.Array(EntryExcerpt, { description: 'Your entries of this day in earlier years, at most 3.' }),
    mosaic_url: Nullable(Type.String(), {
      description: 'The picture of the mosaic of the date; null if not drawn yet.',
    }),
    unread_notifications,
    unread_drops,
    drops_to_send,
  },
  { title: 'Today' },
);
export type Today = Static<typeof Today>;
