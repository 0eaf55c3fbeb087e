/** Who began, as HTML: what they are called, and their address. */
type Owner = { name: string; address: string };

/** Says whose account gets connected, before anything is allowed: a link may have been sent on by its owner. */
export function startPage({ name, address }: Owner, action: string): { heading: string; body: string } {
  const owner = name === '' ? address : name;
  const beneath = name === '' || address === '' ? '' : ` (${address})`;
  return {
    heading: 'Connect your music',
    body: `<p>You are connecting to the account of <strong>${owner || 'a person without a name'}</strong>${beneath}. Its owner will see what you play.</p>
<p>If that is not you, close this page: the link is meant for another person.</p>
<form method="post" action="${action}"><button type="submit">Continue to the music service</button></form>`,
  };
}

/** Leads on by itself; where a browser does not follow, by a link. `address` is HTML. */
export function goingOnPage(address: string): { heading: string; body: string } {
  return {
    heading: 'On to the music service',
    body: `<p>If nothing happens, <a href="${address}">go on by yourself</a>.</p>`,
  };
}
