import { isExternal, type MailCategory } from './unsubscribe.rules.ts';

const NAMES: Readonly<Record<MailCategory, string>> = {
  digest: 'weekly emails',
  reminders: 'reminders by email',
  'sponsor-message': 'messages from users',
  'sponsor-digest': 'emails about the lab',
  'group-invitation': 'invitations to groups',
};

/** The heading and the HTML body of an HTML page. */
type PageContent = { heading: string; body: string };

/** Asks for confirmation, because mail clients and scanners follow links. */
export function confirmationPage(category: MailCategory): PageContent {
  const name = NAMES[category];
  return {
    heading: `Unsubscribe from ${name}?`,
    body: `<p>Press the button to get no more ${name} from Meadow.${hintFor(category)}</p>
<form method="post"><button type="submit">Unsubscribe</button></form>`,
  };
}

export function donePage(category: MailCategory): PageContent {
  return {
    heading: 'You are unsubscribed',
    body: `<p>You get no more ${NAMES[category]} from Meadow.${hintFor(category)}</p>`,
  };
}

function hintFor(category: MailCategory): string {
  return isExternal(category) ? '' : ' You can turn them on again in your preferences.';
}
