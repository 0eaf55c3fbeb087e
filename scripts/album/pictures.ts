/** A picture of the album. `entry`, `goal` and `room` in a path are ids of the sample records. */
export type Picture = { name: string; title: string; path: string; waitFor?: string; isOfVisitor?: true };

/** Those of visitors first. */
export const PICTURES: readonly Picture[] = [
  { name: 'welcome', title: 'Welcome', path: '/', isOfVisitor: true },
  { name: 'today', title: 'Today', path: '/today' },
  { name: 'journal', title: 'Journal', path: '/journal' },
  { name: 'entry', title: 'Entry', path: '/journal/{entry}', waitFor: 'article h1' },
  { name: 'write', title: 'Write', path: '/journal/{entry}/edit', waitFor: 'textarea[aria-label]' },
  { name: 'calendar', title: 'Calendar of moods', path: '/journal/calendar' },
  { name: 'wellbeing', title: 'Wellbeing', path: '/wellbeing' },
  { name: 'goal', title: 'Goals', path: '/goals/{goal}', waitFor: 'article h1' },
  { name: 'chat', title: 'Chat', path: '/chat/{room}', waitFor: 'main h1' },
  { name: 'inbox', title: 'Inbox', path: '/inbox' },
  { name: 'security', title: 'Sign-in and security', path: '/me/security' },
  { name: 'assistants', title: 'MCP clients', path: '/me/assistants' },
];
