import { genericTextIndex } from './daily-drop.rules.ts';

const GENERIC_TEXTS = [
  'A new day, and you are in it. Take one thing at a time: that is enough.',
  'Whatever today brings, you have come through every day so far. Be gentle with yourself.',
  'It is good that you are here, even on days when you do not hear it. Have a good day.',
  'Small steps count. Choose one that is kind to you, and take it today.',
  'You do not have to be at your best today. Showing up is plenty.',
  'Take a deep breath and let your shoulders sink. You are doing better than you think.',
  'May something small make you smile today. Look out for it, and write it down.',
  'Rest is a part of the way, too. Give yourself a quiet moment today.',
  'What you do for yourself today, you will thank yourself for tomorrow. Start small.',
  'You have more friends on this path than you can see. Keep going, at your own pace.',
] as const;

/** A text without personal facts. The same user and day get the same text. */
export function genericText(userId: string, day: string): string {
  return GENERIC_TEXTS[genericTextIndex(userId, day, GENERIC_TEXTS.length)] ?? GENERIC_TEXTS[0];
}
