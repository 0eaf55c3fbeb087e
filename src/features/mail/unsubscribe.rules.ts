/** What somebody can want no more of: of people it is a preference, of those outside an opt-out. */
export type MailCategory = 'digest' | 'reminders' | ExternalMailCategory;
export type ExternalMailCategory = 'sponsor-message' | 'sponsor-digest' | 'group-invitation';

/** Whether mails of this sort go to people without a profile. */
export function isExternal(sort: MailCategory): sort is ExternalMailCategory {
  return sort !== 'digest' && sort !== 'reminders';
}

/** What is signed: whoever has the signature may turn this off for this reader, a person or somebody outside, and nothing else. */
export function permitOf(sort: MailCategory, readerId: string): string {
  return `unsubscribe ${sort} ${readerId}`;
}

/** What a link carries: it works for as long as the key of the service stays the same. */
export function writeOptOut(sort: MailCategory, readerId: string, signature: string): string {
  return `${sort}.${readerId}.${signature}`;
}

const OPT_OUT =
  /^(digest|reminders|sponsor-message|sponsor-digest|group-invitation)\.([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.([\w-]{43})$/;

export type OptOut = { sort: MailCategory; readerId: string; signature: string };

/** What a link says, before its signature is looked at; null where it says nothing. */
export function readOptOut(text: string): OptOut | null {
  const [, sort, readerId, signature] = OPT_OUT.exec(text) ?? [];
  if (sort === undefined || readerId === undefined || signature === undefined) return null;
  return { sort: sort as MailCategory, readerId, signature };
}

const NAMES: Readonly<Record<MailCategory, string>> = {
  digest: 'weekly letters',
  reminders: 'reminders by mail',
  'sponsor-message': 'messages from people',
  'sponsor-digest': 'letters about the lab',
  'group-invitation': 'invitations to groups',
};

/** What a page says, as HTML. */
type Page = { heading: string; body: string };

/** Mail programs and scanners follow links by themselves, so that somebody has to press a button. */
export function askingPage(sort: MailCategory): Page {
  return {
    heading: `No more ${NAMES[sort]}?`,
    body: `<p>You get no more ${NAMES[sort]} from Meadow once you press the button.${wayBack(sort)}</p>
<form method="post"><button type="submit">Unsubscribe</button></form>`,
  };
}

export function donePage(sort: MailCategory): Page {
  return { heading: 'Done', body: `<p>You get no more ${NAMES[sort]} from Meadow.${wayBack(sort)}</p>` };
}

/** Who has no profile tells whoever runs the service. */
function wayBack(sort: MailCategory): string {
  return isExternal(sort) ? '' : ' Your profile lets you have them again.';
}
