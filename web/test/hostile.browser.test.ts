import { expect, test } from 'vitest';
import { DESK } from './harness/browser.ts';
import { openSite, type Visitor } from './harness/site.ts';
import { HOSTILE_TEXTS } from './hostile.ts';
import { inviteByLink, plantSamples } from './samples.ts';
import { goToScreen, openScreen, type Screen, screensOf } from './screens.ts';

const MAX_NAME = 100;
const MAX_TAG = 40;

const site = await openSite();

test('forty hostile texts on every screen: none runs, asks or leaves', { timeout: 900_000 }, async () => {
  expect(HOSTILE_TEXTS).toHaveLength(40);
  const visitor = await site.visitAsNew({ viewport: DESK }, { name: HOSTILE_TEXTS[4] ?? '' });
  const { context, problems } = visitor;
  const page = await context.newPage();
  const samples = await plantSamples(visitor);
  const planted = await plantHostileTexts(visitor);
  expect(planted.length).toBeGreaterThan(HOSTILE_TEXTS.length);

  const found: string[] = [];
  const look = async (name: string) => {
    const { hasRun, links } = await page.evaluate(() => ({
      hasRun: 'hostile' in globalThis,
      links: [...document.querySelectorAll<HTMLAnchorElement>('a[href]')]
        .filter((link) => link.origin !== location.origin)
        .map(({ protocol, rel }) => ({ protocol, rel })),
    }));
    if (hasRun) found.push(`${name}: a text has run`);
    for (const { protocol, rel } of links) {
      if (!['http:', 'https:', 'mailto:'].includes(protocol)) found.push(`${name}: a link to ${protocol}`);
      if (protocol !== 'mailto:' && !rel.includes('noopener')) found.push(`${name}: a link with rel "${rel}"`);
    }
    found.push(...problems.take().map((problem) => `${name}: ${problem}`));
  };
  for (const screen of screensOf('user')) {
    await goToScreen(page, screen, samples);
    await look(screen.name);
  }
  // Each text as what is read: an entry, and a notebook, a goal or the organization of an invitation.
  for (const { path, waitFor, text } of planted) {
    const screen: Screen = { name: text, path, waitFor, caller: 'user' };
    // A link to a fragment is for people who come from outside.
    await (path.includes('#') ? openScreen : goToScreen)(page, screen, samples);
    await look(`${text} at ${path}`);
  }
  expect(found).toEqual([]);
});

type Planted = Pick<Screen, 'path' | 'waitFor'> & { text: string };

/** Plants the texts wherever a user can write. A place may refuse one: that is as good. */
async function plantHostileTexts({ call }: Visitor): Promise<Planted[]> {
  const planted: Planted[] = [];
  const tryTo = <Result>(method: 'POST' | 'PUT' | 'DELETE', path: string, body?: object) =>
    call<Result>(method, path, body).catch(() => null);
  const today = new Date().toISOString().slice(4, 10);
  for (const [index, text] of HOSTILE_TEXTS.entries()) {
    const [title, name, tag] = [text.slice(0, 200), text.slice(0, MAX_NAME), text.slice(0, MAX_TAG)];
    const entry = { title, content: `${text}\n\n# ${text}\n\n- ${text}` };
    const write = (fields: object) => tryTo<{ entry: { id: string } }>('POST', '/api/journal', { ...entry, ...fields });
    // As one of this day, two years ago.
    const written = await write({ tags: [tag], mood: tag, entry_date: `2024${today}` });
    const notebook = await tryTo<{ notebook: { id: string } }>('POST', '/api/notebooks', { name, description: text });
    const goal = await tryTo<{ goal: { id: string } }>('POST', '/api/goals', {
      title: name,
      description: text,
      cadence: 'daily',
    });
    if (goal !== null) {
      await tryTo('POST', `/api/goals/${goal.goal.id}/check-ins`, { status: 'completed', notes: text });
    }
    const token = await inviteByLink(call, name).then(
      ({ invitation }) => invitation,
      () => null,
    );
    const ofTrash = await write({});
    if (ofTrash !== null) await tryTo('DELETE', `/api/journal/${ofTrash.entry.id}`);
    await tryTo('POST', '/api/satisfaction-entries', { score: 5, note: text });
    await tryTo('PUT', '/api/user/profile', { full_name: name, bio: text });
    const others: [string | undefined | null, string, string][] = [
      [notebook?.notebook.id, '/notebooks/', 'main h1'],
      [goal?.goal.id, '/goals/', 'article h1'],
      [token, '/invitation#', 'h1 + *'],
    ];
    // The lists show all texts. The screens of notebooks, goals and invitations take turns.
    const turn = index % others.length;
    const places = [[written?.entry.id, '/journal/', 'article h1'] as const, ...others.slice(turn, turn + 1)];
    for (const [id, path, waitFor] of places) {
      if (typeof id === 'string') planted.push({ path: `${path}${id}`, waitFor, text });
    }
  }
  return planted;
}
