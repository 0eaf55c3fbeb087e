/**
 * The parts of Meadow that have, or will have, a screen: its path, or null while this client has none. Nothing leads to a part without a screen: no
 * button, switch, row or sentence. A new screen puts its path here, and what asks for it with `hasPlace` appears.
 */
export const PLACES = {
  assistant: '/assistant',
  badges: null,
  battle: '/battle',
  chat: '/chat',
  checkIn: null,
  encouragement: null,
  goals: '/goals',
  journal: '/journal',
  lab: null,
  leaderboard: null,
  mosaic: null,
  music: '/music',
  notebooks: '/notebooks',
  organizations: null,
  people: null,
  relay: null,
  tonePacks: null,
  wallet: null,
  wellbeing: '/wellbeing',
} as const satisfies Record<string, string | null>;

export type Place = keyof typeof PLACES;

export const hasPlace = (place: Place): boolean => PLACES[place] !== null;
