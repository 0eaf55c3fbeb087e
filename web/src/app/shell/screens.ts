import type { IconName } from '../../shared/icons/icon-shapes.tsx';

/** The screens of the bars, in their order. `label` is a key of the texts of the app. */
export const SCREENS = [
  { to: '/today', icon: 'today', label: 'today' },
  { to: '/journal', icon: 'journal', label: 'journal' },
  { to: '/chat', icon: 'chat', label: 'chat' },
  { to: '/goals', icon: 'flag', label: 'goals' },
  { to: '/wellbeing', icon: 'moon', label: 'wellbeing' },
  { to: '/assistant', icon: 'sprout', label: 'assistant' },
  { to: '/music', icon: 'note', label: 'music' },
  { to: '/inbox', icon: 'bell', label: 'inbox' },
  { to: '/me', icon: 'person', label: 'me' },
] as const satisfies readonly { to: string; icon: IconName; label: string }[];

/** What is unread, by the path of its screen. */
export type Unread = Readonly<{ '/inbox': number; '/chat': number }>;

/** What is unread on a screen. */
export const unreadOf = (unread: Unread, path: string): number => unread[path as keyof Unread] ?? 0;
