import type { Visitor } from './harness/site.ts';

/** Ids and tokens of the sample records, by the name that paths of screens use. */
export type Samples = Readonly<Record<string, string>>;

const LONG_TITLE = 'The day on which everything took longer than it should have, and was better for it in the end';
const LONG_TAG = 'a-tag-of-forty-characters-without-a-gap-';
const LONG_TEXT = `Grey, then **sun**.\n\n- one\n- two\n\n> A quote.\n\n[A link](https://example.org/) and \`code\`.\n\n${'Rain. '.repeat(200)}`;
const DAY_MS = 86_400_000;
/** A day with a mosaic, where the test has planted one. */
export const MOSAIC_DAY = '2026-01-05';

/** Writes what full screens need: entries of several days, one of them with long texts; a notebook, a goal, numbers and an invitation. */
export async function plantSamples({ call }: Pick<Visitor, 'call'>): Promise<Samples> {
  const write = async (entry: object) =>
    (await call<{ entry: { id: string } }>('POST', '/api/journal', entry)).entry.id;
  const { notebook } = await call<{ notebook: { id: string } }>('POST', '/api/notebooks', {
    name: 'Evenings by the river',
  });
  const { goal } = await call<{ goal: { id: string } }>('POST', '/api/goals', {
    title: 'Run three times a week',
    cadence: 'weekly',
  });
  await call('POST', `/api/goals/${goal.id}/check-ins`, { status: 'completed', notes: LONG_TITLE });
  const entry = await write({
    title: LONG_TITLE,
    content: LONG_TEXT,
    tags: [LONG_TAG, 'walk'],
    mood: 'calm',
    notebook_id: notebook.id,
  });
  for (const [title, mood] of [
    ['Fog over the weir', 'content'],
    ['שבת שלום', null],
    ['Untitled', 'tired'],
  ] as const) {
    await write({ title, content: `${title}. `.repeat(20), mood, tags: ['run'] });
  }
  const today = new Date().toISOString().slice(0, 10);
  const dayBefore = (days: number) => new Date(Date.parse(today) - days * DAY_MS).toISOString().slice(0, 10);
  await write({ title: LONG_TITLE, content: LONG_TEXT, mood: 'joyful', entry_date: yearBefore(today) });
  const disputed = await write({ title: 'Two devices', content: 'One text.', entry_date: dayBefore(2) });
  await call('DELETE', `/api/journal/${await write({ title: LONG_TITLE, content: 'Gone.' })}`);
  for (const days of [1, 2, 4, 9]) {
    await call('POST', '/api/satisfaction-entries', { score: 10 - days, entry_date: dayBefore(days) });
    await call('POST', '/api/sleep-entries', { hours: 6 + days / 4, quality: 4, sleep_date: dayBefore(days) });
  }
  const { invitation, organization } = await inviteByLink(call, LONG_TITLE);
  await plantMessages(call, organization);
  await plantWindow(call, today);
  const webhook = await plantPrograms(call);
  const { profile } = await call<{ profile: { id: string } }>('GET', '/api/me');
  const mosaic = { mosaicDay: MOSAIC_DAY, mosaicUser: profile.id };
  return { ...mosaic, entry, disputed, notebook: notebook.id, goal: goal.id, webhook, invitation, room: organization };
}

/** Sets up a window with rest days, a pause in ten days, and a place with a long name. */
async function plantWindow(call: Visitor['call'], today: string): Promise<void> {
  const dayAfter = (days: number) => new Date(Date.parse(today) + days * DAY_MS).toISOString().slice(0, 10);
  await call('PUT', '/api/workout-window/update-location', { city: LONG_TITLE.slice(0, 60), country: 'DE' });
  await call('POST', '/api/workout-window/setup', {
    activityType: 'other',
    customActivity: LONG_TITLE,
    windowStartTime: '18:00',
    windowEndTime: '20:00',
    timezone: 'Europe/Berlin',
    restDays: [6, 7],
    pause: { from: dayAfter(10), until: dayAfter(12) },
  });
}

/** Creates a token, and a webhook with a test that waits. Returns the id of the webhook. */
async function plantPrograms(call: Visitor['call']): Promise<string> {
  await call('POST', '/api/user/tokens', { name: LONG_TITLE, scopes: ['journal:read', 'goals', 'tone-packs'] });
  const { webhook } = await call<{ webhook: { id: string } }>('POST', '/api/user/webhooks', {
    url: `https://webhooks.example.org/${'a'.repeat(100)}`,
    kinds: ['entry.changed', 'check-in.made', 'drop.received'],
  });
  await call('POST', `/api/user/webhooks/${webhook.id}/test`);
  return webhook.id;
}

/** Creates an organization, and a link that invites to it. */
export async function inviteByLink(
  call: Visitor['call'],
  name: string,
): Promise<{ organization: string; invitation: string }> {
  const { organization } = await call<{ organization: { id: string } }>('POST', '/api/organizations', { name });
  const path = `/api/organizations/${organization.id}/invitations`;
  const { token } = await call<{ token: string }>('POST', path, { max_uses: 100 });
  return { organization: organization.id, invitation: token };
}

/** A long, a changed and a removed message in a room. */
async function plantMessages(call: Visitor['call'], room: string): Promise<void> {
  const path = `/api/chat/rooms/${room}/messages`;
  const send = async (content: string) =>
    (await call<{ message: { id: string } }>('POST', path, { content })).message.id;
  await send(`${LONG_TITLE}\n\n${'https://example.org/'.repeat(8)} ${'Rain. '.repeat(50)}`);
  await call('PATCH', `${path}/${await send('Nine')}`, { content: 'Ten.' });
  await call('DELETE', `${path}/${await send('Gone.')}`);
}

/** The day of the last year with entries on this day. */
function yearBefore(day: string): string {
  const [year, rest] = [Number(day.slice(0, 4)), day.slice(4)];
  return rest === '-02-29' ? `${year - 4}${rest}` : `${year - 1}${rest}`;
}
