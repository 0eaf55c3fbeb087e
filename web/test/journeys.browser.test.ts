import { expect, test } from 'vitest';
import { plainPicture } from '../../test/pictures.ts';
import { createCast } from './cast.ts';
import { violationsOf } from './harness/axe.ts';
import { openSite } from './harness/site.ts';
import { stepsOf } from './harness/steps.ts';
import { titleProblems } from './harness/title.ts';
import { cachedQueries, keptShell } from './harness/worker.ts';
import { editorPage } from './pages/editor.ts';
import { journalPage } from './pages/journal.ts';
import { welcomePage } from './pages/welcome.ts';
import { CALLERS, goToScreen, screensOf } from './screens.ts';

const site = await openSite();

test('a person signs up, writes, closes the lid offline, writes again, comes back and finds both', async () => {
  const { context, problems, call } = await site.visit({ serviceWorkers: 'allow' });
  const page = await context.newPage();
  const [journal, editor] = [journalPage(page), editorPage(page)];
  const step = stepsOf('A person signs up and writes, online and offline');
  const titlesOnServer = async () =>
    (await call<{ entries: { title: string }[] }>('GET', '/api/journal')).entries.map(({ title }) => title).sort();

  await step('signs up', () =>
    welcomePage(page).signUp({ name: 'Ada Lovelace', email: 'ada@people.test', password: 'meadow-in-bloom' }),
  );
  await step('writes an entry, which the server has', async () => {
    await editor.open();
    await editor.write({ title: 'Fog over the weir', text: 'Grey, then **sun**.' });
    await editor.finish();
    await journal.entry('Fog over the weir').waitFor();
    await expect.poll(titlesOnServer, { timeout: 20_000 }).toEqual(['Fog over the weir']);
  });
  await step('has shell and entries on the device', async () => {
    await keptShell(page);
    await cachedQueries(page);
  });
  await step('loses the network and loads the page again', async () => {
    await site.gate.cut();
    await page.reload();
    await journal.bar.getByText('You are offline.').waitFor();
    await journal.entry('Fog over the weir').waitFor();
  });
  await step('writes a second entry, with a photo', async () => {
    await editor.open();
    await editor.write({ title: 'Written in a tunnel', text: 'No bars.' });
    await editor.addPhoto('tunnel.jpg', await plainPicture({ width: 640, height: 480 }).jpeg().toBuffer());
    await editor.finish();
    await journal.bar.getByText('You are offline. One thing is waiting.').waitFor();
    await journal.bar.getByRole('button', { name: 'Show' }).click();
    await journal.bar.getByText('Written in a tunnel').waitFor();
    expect(await violationsOf(page)).toEqual([]);
  });
  await step('closes the lid and opens it: all that the page had in memory is gone', async () => {
    await page.reload();
    await journal.bar.getByText('You are offline. One thing is waiting.').waitFor();
  });
  await step('comes back online: the bar goes', async () => {
    await site.gate.mend();
    await page.evaluate(() => dispatchEvent(new Event('online')));
    await journal.bar.waitFor({ state: 'detached' });
  });
  await step('finds both on the screen, each once', async () => {
    await journal.entry('Written in a tunnel').waitFor();
    for (const title of ['Fog over the weir', 'Written in a tunnel']) {
      expect(await page.getByRole('link', { name: title }).count()).toBe(1);
    }
  });
  await step('has both on the server, each once, with the photo', async () => {
    expect(await titlesOnServer()).toEqual(['Fog over the weir', 'Written in a tunnel']);
    const { entries } = await call<{ entries: { photos: object[] }[] }>('GET', '/api/journal');
    expect(entries.map(({ photos }) => photos.length).sort()).toEqual([0, 1]);
  });
  expect(problems.take()).toEqual([]);
  await context.close();
});

test('screens have no violation of WCAG 2.2 A and AA, in both themes', { timeout: 240_000 }, async () => {
  const { samples, visitAs } = await createCast(site);
  const found: string[] = [];
  for (const caller of CALLERS) {
    const { context, problems } = await visitAs(caller);
    const page = await context.newPage();
    for (const screen of screensOf(caller)) {
      await goToScreen(page, screen, samples);
      found.push(...(await titleProblems(page)).map((problem) => `${screen.name}: ${problem}`));
      found.push(...(await violationsOf(page)).map((violation) => `${screen.name}: ${violation}`));
      found.push(...problems.take().map((problem) => `${screen.name}: ${problem}`));
    }
    await context.close();
  }
  expect(found).toEqual([]);
});
