import type { Page } from 'playwright-core';
import { settled } from './harness/settled.ts';
import type { Samples } from './samples.ts';
import { conflictWithAnotherDevice, signInWithPassword, writeDraft } from './steps.ts';

/** Who opens a screen, in the order in which tests must do it: the code of the first run is over once there is an admin. */
export const CALLERS = ['visitor', 'user', 'admin', 'leaver'] as const;
export type Caller = (typeof CALLERS)[number];

/** A screen that the tests open. */
export type Screen = {
  name: string;
  path: string;
  /** What shows that its content is there. */
  waitFor: string;
  /** A `leaver` is a user whose account is to be deleted. */
  caller: Caller;
  /** What happens on this device before the screen is opened. */
  before?: Step;
  /** What leads from the path to the screen. */
  after?: Step;
};

type Step = (page: Page, samples: Samples) => Promise<void>;
type Steps = Pick<Screen, 'before' | 'after'>;

const ofVisitor = (name: string, path: string, waitFor = 'h1', steps: Steps = {}): Screen => ({
  name,
  path,
  waitFor,
  caller: 'visitor',
  ...steps,
});
const ofUser = (name: string, path: string, waitFor = 'main h1', steps: Steps = {}): Screen => ({
  ...ofVisitor(name, path, waitFor, steps),
  caller: 'user',
});
const ofAdmin = (name: string, path: string): Screen => ({ ...ofVisitor(name, path), caller: 'admin' });

/** All screens, one a line. `{entry}`, `{notebook}` and so on in a path are ids and tokens of the sample records. */
export const SCREENS: readonly Screen[] = [
  ofVisitor('welcome', '/'),
  ofVisitor('sign-in', '/sign-in'),
  ofVisitor('second factor', '/sign-in', 'input[inputmode=numeric]', { after: signInWithPassword }),
  ofVisitor('sign-up', '/sign-up'),
  ofVisitor('forgot password', '/forgot-password'),
  ofVisitor('reset password', '/reset-password'),
  ofVisitor('reset password by link', '/reset-password#token'),
  ofVisitor('sign-in link', '/sign-in-link'),
  ofVisitor('sign-in by link', '/sign-in-link#token'),
  ofVisitor('verify address', '/verify-address'),
  ofVisitor('verify address, failed', '/verify-address#token', '[role=alert]'),
  ofVisitor('back from a provider, failed', '/signed-in'),
  ofVisitor('waitlist', '/waitlist'),
  ofVisitor('invitation', '/invitation'),
  ofVisitor('invitation of a guest', '/invitation#{invitation}', 'h1 + * strong'),
  ofVisitor('invitation, failed', '/invitation#token', '[role=alert]'),
  ofVisitor('first run', '/welcome'),
  ofVisitor('first run with its code', '/welcome#{firstRun}', 'input[type=password]'),
  ofUser('tour', '/tour', 'h1'),
  ofUser('check your mail', '/verify-address', 'h1'),
  ofUser('invitations', '/invitation', 'h1'),
  ofUser('invitation of a user', '/invitation#{invitation}', 'h1 + * strong'),
  ofUser('today', '/today'),
  ofUser('goals', '/goals'),
  ofUser('goal', '/goals/{goal}', 'article h1'),
  ofUser('new goal', '/goals/new', 'form'),
  ofUser('change goal', '/goals/{goal}/edit', 'form'),
  ofUser('wellbeing', '/wellbeing'),
  ofUser('assistant', '/assistant'),
  ofUser('music', '/music'),
  ofUser('battle', '/battle'),
  ofUser('battle of a past week', '/battle/{battle}'),
  ofUser('battle, a tie', '/battle/{tie}'),
  ofUser('battle, missing', '/battle/2020-02-29'),
  ofUser('journal', '/journal'),
  ofUser('search', '/journal?q=fog', 'mark'),
  ofUser('search without results', '/journal?q=xyzzy'),
  ofUser('shared with me', '/journal?scope=shared'),
  ofUser('calendar', '/journal/calendar'),
  ofUser('calendar of another year', '/journal/calendar?day=2020-02-29'),
  ofUser('on this day', '/journal/on-this-day'),
  ofUser('drafts', '/journal/drafts', 'main h1', { before: writeDraft }),
  ofUser('trash', '/journal/trash'),
  ofUser('entry', '/journal/{entry}', 'article h1'),
  ofUser('compare', '/journal/{disputed}/compare', 'main h1', { before: conflictWithAnotherDevice }),
  ofUser('write', '/journal/new', 'textarea[aria-label]'),
  ofUser('edit', '/journal/{entry}/edit', 'textarea[aria-label]'),
  ofUser('notebooks', '/notebooks'),
  ofUser('notebook', '/notebooks/{notebook}'),
  ofUser('new notebook', '/notebooks/new'),
  ofUser('inbox', '/inbox'),
  ofUser('chat', '/chat'),
  ofUser('room', '/chat/{room}'),
  ofUser('room, missing', '/chat/0198c2a4-7f10-7cc3-8a5e-3b6a1d2f4e90', 'main h1'),
  ofUser('me', '/me'),
  ofUser('me-settings', '/me/settings'),
  ofUser('me-profile', '/me/profile'),
  ofUser('me-privacy', '/me/privacy'),
  ofUser('me-security', '/me/security'),
  ofUser('me-appearance', '/me/appearance'),
  ofUser('me-notifications', '/me/notifications'),
  ofUser('me-mail', '/me/mail'),
  ofUser('me-import', '/me/import'),
  ofUser('me-export', '/me/export'),
  ofUser('me-tokens', '/me/tokens'),
  ofUser('me-new-token', '/me/tokens/new?scopes=goals', 'form'),
  ofUser('me-assistants', '/me/assistants'),
  ofUser('me-webhooks', '/me/webhooks'),
  ofUser('me-new-webhook', '/me/webhooks/new', 'form'),
  ofUser('me-webhook', '/me/webhooks/{webhook}'),
  ofUser('me-about', '/me/about'),
  ofUser('me-account', '/me/account'),
  ofUser('missing', '/{nowhere}', 'h1'),
  ofUser('not in the browser yet', '/lab'),
  ofUser('exports by the path of emails', '/settings/exports'),
  ofUser('health of a server that is not theirs', '/admin/health', 'h1'),
  ofAdmin('health', '/admin/health'),
  ofAdmin('setup', '/admin'),
  ofAdmin('setup by its own address', '/admin/setup'),
  ofAdmin('first run, finished', '/welcome#{firstRun}'),
  { ...ofVisitor('restore', '/restore'), caller: 'leaver' },
  { ...ofVisitor('restore by the path of emails', '/account/restore'), caller: 'leaver' },
];

export const screensOf = (caller: Caller): readonly Screen[] => SCREENS.filter((screen) => screen.caller === caller);

/** Opens a screen and waits until it is complete. */
export async function openScreen(page: Page, screen: Screen, samples: Samples): Promise<void> {
  await screen.before?.(page, samples);
  const path = pathOf(screen, samples);
  // A document that differs in its fragment only would not be loaded again.
  if (path.includes('#')) await page.goto('about:blank');
  await page.goto(path);
  await screen.after?.(page, samples);
  await settled(page, screen.waitFor);
}

/** Goes to a screen as a link does, if the client is loaded: quicker than to open it. */
export async function goToScreen(page: Page, screen: Screen, samples: Samples): Promise<void> {
  if (page.url() === 'about:blank') return openScreen(page, screen, samples);
  await screen.before?.(page, samples);
  await page.evaluate(
    (href) => {
      const { __TSR_ROUTER__: router } = globalThis as never as {
        __TSR_ROUTER__: { navigate(to: { href: string }): Promise<void> };
      };
      return router.navigate({ href });
    },
    pathOf(screen, samples),
  );
  await screen.after?.(page, samples);
  await settled(page, screen.waitFor);
}

/** The path of a screen with the ids of the sample records. */
export function pathOf({ path }: Screen, samples: Samples): string {
  return path.replace(/\{(\w+)\}/g, (_, name: string) => samples[name] ?? name);
}
