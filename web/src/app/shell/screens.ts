import type { IconName } from '../../shared/icons/icon-shapes.tsx';
import { PLACES } from '../places.ts';

/** The groups of the navigation map, in their order. The first has no title. */
const GROUPS = ['start', 'together', 'field', 'keep'] as const;

type MapPlace = { group: (typeof GROUPS)[number]; to: string | null; icon: IconName; label: string };

/** The navigation map: the same names, icons and order in the side bar of a desk and in Me on a phone. `label` is a key of the texts of the app. */
const MAP = [
  { group: 'start', to: '/today', icon: 'today', label: 'today' },
  { group: 'start', to: '/journal', icon: 'journal', label: 'journal' },
  { group: 'start', to: '/inbox', icon: 'bell', label: 'inbox' },
  { group: 'together', to: PLACES.people, icon: 'people', label: 'people' },
  { group: 'together', to: PLACES.organizations, icon: 'home', label: 'groups' },
  { group: 'together', to: PLACES.chat, icon: 'chat', label: 'chat' },
  { group: 'field', to: PLACES.relay, icon: 'chain', label: 'relay' },
  { group: 'field', to: PLACES.mosaic, icon: 'mosaic', label: 'mosaic' },
  { group: 'field', to: PLACES.battle, icon: 'battle', label: 'battle' },
  { group: 'keep', to: PLACES.goals, icon: 'flag', label: 'goals' },
  { group: 'keep', to: PLACES.wellbeing, icon: 'moon', label: 'wellbeing' },
  { group: 'keep', to: PLACES.assistant, icon: 'sprout', label: 'assistant' },
  { group: 'keep', to: PLACES.music, icon: 'note', label: 'music' },
  { group: 'keep', to: PLACES.wallet, icon: 'wallet', label: 'wallet' },
  { group: 'keep', to: PLACES.lab, icon: 'flask', label: 'lab' },
] as const satisfies readonly MapPlace[];

type Shown = Exclude<(typeof MAP)[number], { to: null }>;

/** The places of the map that have a screen. */
export const SCREENS: readonly Shown[] = MAP.filter((place): place is Shown => place.to !== null);

/** The places of a group, and its title as a key of the texts of the app. Groups without a screen are left out. */
export const SCREEN_GROUPS = GROUPS.map((title) => ({
  title,
  screens: SCREENS.filter(({ group }) => group === title),
})).filter(({ screens }) => screens.length > 0);

/** What is unread, by the path of its screen. */
export type Unread = Readonly<{ '/inbox': number; '/chat': number }>;

/** What is unread on a screen. */
export const unreadOf = (unread: Unread, path: string): number => unread[path as keyof Unread] ?? 0;
