import { buttonTo, type EmailTemplate, greet } from './wording.template.ts';

/** The start of a workout window: `startTime` (HH:MM) in the time zone `zone`. */
export type ReminderFacts = { date: string; startTime: string; zone: string };

export const reminder: EmailTemplate<ReminderFacts> = {
  subject: ({ startTime }) => `Your window opens at ${startTime}`,
  content: ({ startTime, zone }, recipient) => ({
    preview: `Your two hours start at ${startTime}.`,
    heading: greet(`Your window opens at ${startTime}`, recipient.name),
    parts: [
      {
        kind: 'paragraph',
        text: `Your two hours start at ${startTime} (${zone}). The next person in your chain counts on you.`,
      },
      // The web client shows the window, and has no screen to check in.
      { kind: 'paragraph', text: 'When you are done, a check-in with a photo passes the baton.' },
      buttonTo('today', 'Open Today', recipient),
    ],
  }),
  reason: 'You turned on reminders of your window by email.',
  unsubscribeLabel: 'Unsubscribe from reminders',
};
