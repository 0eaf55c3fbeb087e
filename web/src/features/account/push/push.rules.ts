/** What the browser can do about push, and what stands in the way. */
export type PushState =
  /** A page over http. Browsers push only to pages over https. */
  | 'insecure'
  /** An iPhone or iPad pushes only to an app on the home screen. */
  | 'needs-install'
  | 'unsupported'
  /** The user has refused it, in a way that only the browser's settings take back. */
  | 'denied'
  | 'off'
  | 'on';

export type PushFacts = {
  isSecure: boolean;
  isIos: boolean;
  isInstalled: boolean;
  hasPush: boolean;
  permission: NotificationPermission;
  isSubscribed: boolean;
};

export function pushStateOf(facts: PushFacts): PushState {
  if (!facts.isSecure) return 'insecure';
  if (facts.isIos && !facts.isInstalled) return 'needs-install';
  if (!facts.hasPush) return 'unsupported';
  if (facts.permission === 'denied') return 'denied';
  return facts.permission === 'granted' && facts.isSubscribed ? 'on' : 'off';
}

/** The state of this browser as the server knows it: without a device there, nothing is pushed to it. */
export function stateAtServer(
  push: { state: PushState; endpoint: string | null },
  devices: readonly { endpoint: string }[],
): PushState {
  if (push.state !== 'on') return push.state;
  return devices.some(({ endpoint }) => endpoint === push.endpoint) ? 'on' : 'off';
}

/** The push service of a subscription, which tells the browser. */
export type PushService = 'google' | 'mozilla' | 'apple' | 'microsoft' | 'other';

const HOSTS: readonly (readonly [string, PushService])[] = [
  ['googleapis.com', 'google'],
  ['mozilla.com', 'mozilla'],
  ['push.apple.com', 'apple'],
  ['windows.com', 'microsoft'],
];

export function serviceOf(endpoint: string): PushService {
  const { hostname } = new URL(endpoint);
  return HOSTS.find(([host]) => hostname === host || hostname.endsWith(`.${host}`))?.[1] ?? 'other';
}
