import { oneLine } from './plain-text.rules.ts';
import { buttonTo, type EmailTemplate, formatList, formatWeek, greet } from './wording.template.ts';

/** A user's week. `weekStart` is its Monday; `moods` are the most frequent ones, most frequent first. */
export type DigestFacts = {
  weekStart: string;
  entries: number;
  moods: string[];
  checkIns: number;
  goalCheckIns: number;
};

export const digest: EmailTemplate<DigestFacts> = {
  subject: ({ weekStart }) => `Your week in Meadow, ${formatWeek(weekStart)}`,
  content: ({ weekStart, entries, moods, checkIns, goalCheckIns }, recipient) => {
    const figures = [
      { value: String(entries), label: entries === 1 ? 'entry in your journal' : 'entries in your journal' },
      { value: String(checkIns), label: checkIns === 1 ? 'day checked in' : 'days checked in' },
      { value: String(goalCheckIns), label: goalCheckIns === 1 ? 'check-in on a goal' : 'check-ins on your goals' },
    ];
    const mood = `Your entries were mostly ${formatList(moods.map(oneLine))}.`;
    return {
      preview: `${figures.map(({ value, label }) => `${value} ${label}`).join(', ')}.`,
      heading: greet('Your week', recipient.name),
      parts: [
        { kind: 'paragraph', text: `Your numbers for ${formatWeek(weekStart)}:` },
        { kind: 'figures', figures },
        ...(moods.length === 0 ? [] : [{ kind: 'paragraph' as const, text: mood }]),
        { kind: 'paragraph', text: encouragementFor(checkIns) },
        buttonTo('journal', 'Open your journal', recipient),
      ],
    };
  },
  reason: 'You turned on this weekly email. It is sent after weeks with activity.',
  unsubscribeLabel: 'Unsubscribe',
};

function encouragementFor(checkIns: number): string {
  if (checkIns >= 7) return 'You checked in every single day. Be proud of it.';
  if (checkIns >= 3) return 'A good rhythm. One more day would make the next week even better.';
  return 'Every week is a new start. One small thing is enough for today.';
}
