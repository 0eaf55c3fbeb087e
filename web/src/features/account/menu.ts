import type { IconName } from '../../shared/icons/icon-shapes.tsx';
import type messages from './messages/en.json';

type Item = { path: string; icon: IconName; label: keyof typeof messages.menu };

type Group = {
  title: keyof typeof messages.groups;
  items: readonly Item[];
};

/** The settings, in groups. A path without a screen in this version is left out. */
export const MENU: readonly Group[] = [
  {
    title: 'account',
    items: [
      { path: '/me/profile', icon: 'person', label: 'profile' },
      { path: '/me/security', icon: 'shield', label: 'security' },
      { path: '/me/privacy', icon: 'eye', label: 'privacy' },
    ],
  },
  {
    title: 'app',
    items: [
      { path: '/me/appearance', icon: 'sun', label: 'appearance' },
      { path: '/me/notifications', icon: 'bell', label: 'notifications' },
    ],
  },
  {
    title: 'journal',
    items: [
      { path: '/me/mail', icon: 'mail', label: 'mail' },
      { path: '/me/import', icon: 'upload', label: 'import' },
      { path: '/me/export', icon: 'download', label: 'export' },
      { path: '/journal/trash', icon: 'trash', label: 'trash' },
    ],
  },
  {
    title: 'programs',
    items: [
      { path: '/me/tokens', icon: 'key', label: 'tokens' },
      { path: '/me/assistants', icon: 'sprout', label: 'mcp' },
      { path: '/me/webhooks', icon: 'link', label: 'webhooks' },
    ],
  },
  {
    title: 'meadow',
    items: [
      { path: '/me/about', icon: 'info', label: 'about' },
      { path: '/me/account', icon: 'blocked', label: 'delete' },
    ],
  },
];

/** The item whose screen a path lies under, as `/me/tokens/new` does. */
export function parentOf(path: string): Item | undefined {
  return MENU.flatMap(({ items }) => items).find((item) => path.startsWith(`${item.path}/`));
}
