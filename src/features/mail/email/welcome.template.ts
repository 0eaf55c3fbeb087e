import { buttonTo, type EmailTemplate, greet } from './wording.template.ts';

export type WelcomeFacts = Record<string, never>;

export const welcome: EmailTemplate<WelcomeFacts> = {
  subject: () => 'Welcome to Meadow',
  content: (_facts, recipient) => ({
    preview: 'A quiet place to write, and people who keep each other going.',
    heading: greet('Welcome to Meadow', recipient.name),
    parts: [
      { kind: 'paragraph', text: 'It is good to have you here. Three things to start with:' },
      {
        kind: 'points',
        points: [
          {
            title: 'Write a first entry',
            text: 'One sentence is enough. Only you can read it until you share it.',
          },
          {
            title: 'Bring what you have',
            text: 'Import the diary of another app. Only you can read what is imported.',
          },
          {
            title: 'Set a goal',
            text: 'Small goals count. Check in from time to time and see your progress.',
          },
        ],
      },
      buttonTo('newEntry', 'Write your first entry', recipient),
      {
        kind: 'paragraph',
        text: 'Meadow can send you a short email about your week. You can turn it on in your preferences.',
      },
    ],
  }),
  reason: 'You get this email once, because you have just joined Meadow.',
  unsubscribeLabel: null,
};
