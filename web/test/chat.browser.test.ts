import { sql } from 'kysely';
import type { Locator } from 'playwright-core';
import { expect, test } from 'vitest';
import { createTestRooms } from '../../src/features/chat/test-rooms.ts';
import { createOrganization } from '../../test/groups.ts';
import { violationsOf } from './harness/axe.ts';
import { DESK, PHONE } from './harness/browser.ts';
import { openLive } from './harness/live.ts';
import { openSite, type Visitor } from './harness/site.ts';
import { stepsOf } from './harness/steps.ts';
import { chatPage } from './pages/chat.ts';

const site = await openSite();
const HOUR_MS = 3_600_000;
const SOON = { timeout: 20_000 };
const NAME = 'Weir Runners';

type Member = Visitor & { id: string; email: string; token: string };

async function signUp(name: string): Promise<Member> {
  const visitor = await site.visitAsNew({ viewport: DESK }, { name });
  const { profile } = await visitor.call<{ profile: { id: string; email: string } }>('GET', '/api/me');
  return { ...visitor, ...profile, token: '' };
}

/** An organization of two, and the ways to its room. */
async function createRoom() {
  const [ada, mira] = [await signUp('Ada Brook'), await signUp('Mira Haddad')];
  const { deps } = site.app;
  const room = await createOrganization(deps, ada, [mira]);
  await deps.db.updateTable('organization').set({ name: NAME }).where('id', '=', room).execute();
  const path = `/api/chat/rooms/${room}/messages`;
  return {
    ada,
    mira,
    room,
    write: (member: Member, content: string) =>
      member.call<{ message: { id: string } }>('POST', path, { content }).then(({ message }) => message.id),
    textsOnServer: async () =>
      (await ada.call<{ messages: { content: string | null }[] }>('GET', path)).messages.map(({ content }) => content),
    close: async () => {
      expect([...ada.problems.take(), ...mira.problems.take()]).toEqual([]);
      await Promise.all([ada.context.close(), mira.context.close()]);
    },
  };
}

test('two members write to each other, live, and what one changes or removes changes for the other', async () => {
  const { ada, mira, room, close } = await createRoom();
  const step = stepsOf('Two members of an organization chat');
  const [pageOfAda, pageOfMira] = [await ada.context.newPage(), await mira.context.newPage()];
  const [chatOfAda, chatOfMira] = [chatPage(pageOfAda), chatPage(pageOfMira)];
  const unreadOfMira = async () => {
    const { rooms } = await mira.call<{ rooms: { unread_count: number }[] }>('GET', '/api/chat/rooms');
    return rooms.map(({ unread_count }) => unread_count);
  };

  await step('Mira has her journal open, and sees there that Ada has written', async () => {
    await openLive(pageOfMira, '/journal');
    await openLive(pageOfAda, '/journal');
    await chatOfAda.openRoom(NAME);
    await chatOfAda.send('Who comes to the weir?');
    await chatOfMira.unread.waitFor();
  });
  await step('she reads it: the number is gone, and the server knows', async () => {
    await chatOfMira.openRoom(NAME);
    await chatOfMira.message('Who comes to the weir?').waitFor();
    await expect.poll(unreadOfMira, SOON).toEqual([0]);
    await chatOfMira.unread.waitFor({ state: 'detached' });
  });
  await step('she mentions Ada, who sees it at once', async () => {
    await chatOfMira.field.pressSequentially('I do, @a');
    // It counts for six seconds.
    await pageOfAda.getByText('Someone is writing …').waitFor();
    await pageOfMira.getByRole('option', { name: 'Ada Brook' }).waitFor();
    await chatOfMira.field.press('Enter');
    await chatOfMira.field.pressSequentially('with tea.');
    await chatOfMira.field.press('Enter');
    await chatOfAda.message('I do, @Ada Brook with tea.').waitFor();
    await pageOfAda.getByText('is writing …').waitFor({ state: 'detached' });
    expect(await violationsOf(pageOfAda)).toEqual([]);
  });
  await step('she changes it, and removes another', async () => {
    await chatOfMira.choose('with tea.', 'Change');
    await pageOfMira.getByRole('textbox', { name: 'Change your message' }).fill('I do, with cake.');
    await pageOfMira.getByRole('button', { name: 'Save the change' }).click();
    await chatOfAda.message('I do, with cake.').getByText('edited').waitFor();
    await chatOfMira.send('Oops');
    await chatOfAda.message('Oops').waitFor();
    await chatOfMira.choose('Oops', 'Remove');
    await pageOfMira.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
    await chatOfAda.message('This message was removed.').waitFor();
    await chatOfAda.message('Oops').waitFor({ state: 'detached' });
  });
  await step('Ada reports what is left', async () => {
    await chatOfAda.choose('with cake.', 'Report');
    const dialog = pageOfAda.getByRole('dialog');
    await dialog.getByRole('textbox').fill('I wanted tea.');
    await dialog.getByRole('button', { name: 'Report' }).click();
    await dialog.getByText('Thank you.').waitFor();
    const reports = await site.app.deps.db.selectFrom('report').select(['subject_type', 'reason']).execute();
    expect(reports).toEqual([{ subject_type: 'chat_message', reason: 'I wanted tea.' }]);
  });
  await step('Mira is taken out of the organization: her room ends', async () => {
    await ada.call('DELETE', `/api/organizations/${room}/members/${mira.id}`);
    await pageOfMira.reload();
    await pageOfMira.getByRole('heading', { name: 'You are not in this room' }).waitFor();
    mira.problems.take();
  });
  await close();
});

test('messages wait for the connection, and arrive once and in their order', async () => {
  const { mira, room, textsOnServer, close } = await createRoom();
  const page = await mira.context.newPage();
  const chat = chatPage(page);
  await page.goto(`/chat/${room}`);
  await chat.send('Zero');
  await expect.poll(textsOnServer, SOON).toEqual(['Zero']);
  await site.gate.cut();
  for (const text of ['One', 'Two', 'Three']) await chat.send(text);
  await chat.message('One').getByText('waits for the connection').waitFor();
  expect(await textsOnServer().catch(() => 'offline')).toBe('offline');
  await site.gate.mend();
  await page.evaluate(() => dispatchEvent(new Event('online')));
  await expect.poll(textsOnServer, SOON).toEqual(['Three', 'Two', 'One', 'Zero']);
  await page.getByText('waits for the connection').first().waitFor({ state: 'detached' });
  // A page that was too slow to see a message in sending shows it with the next list.
  await expect.poll(() => page.getByRole('article').count(), SOON).toBe(4);
  await close();
});

test('older messages come as one scrolls up, and what is read stays where it is', async () => {
  const { ada, mira, room, write, close } = await createRoom();
  await write(mira, 'Number 0');
  await sql`
    insert into chat_message (id, room_id, sender_id, content, mentions, created_at)
    select gen_random_uuid(), room_id, sender_id, 'Number ' || n, '[]', created_at + n * interval '1 millisecond'
    from chat_message, generate_series(1, 179) n where room_id = ${room}`.execute(site.app.deps.db);
  const page = await ada.context.newPage();
  await page.setViewportSize(PHONE);
  const chat = chatPage(page);
  await openLive(page, `/chat/${room}`);
  await chat.message('Number 179').waitFor();
  const list = page.getByRole('region', { name: 'Messages', exact: true });
  const jumps: number[] = [];
  const isAtStart = async () => (await page.getByText('Number 0', { exact: true }).count()) > 0;
  for (let scrolls = 0; scrolls < 400 && !(await isAtStart()); scrolls += 1) jumps.push(await scrollUp(list, 300));
  await page.getByText('Number 0', { exact: true }).waitFor();
  expect(jumps.length).toBeGreaterThan(10);
  expect(jumps.filter((pixels) => pixels > 2)).toEqual([]);

  site.app.clock.advance(1_000);
  await write(mira, 'Far below');
  await page.getByRole('button', { name: 'To the newest message' }).click();
  await chat.message('Far below').waitFor();
  await close();
});

test('a message that comes after the end of a squad is refused, and can be taken back', async () => {
  const { ada, mira, close } = await createRoom();
  const { clock } = site.app;
  const today = clock.now().toISOString().slice(0, 10);
  const squad = await createTestRooms(site.app).createSquad(today, [ada, mira]);
  const page = await ada.context.newPage();
  const chat = chatPage(page);
  await page.goto(`/chat/${squad}`);
  await chat.field.waitFor();
  clock.set(new Date(Date.parse(today) + 26 * HOUR_MS));
  await chat.send('Too late');
  await chat.message('Too late').getByText('The day of this squad is over.').waitFor();
  expect(await violationsOf(page)).toEqual([]);
  await chat.message('Too late').getByRole('button', { name: 'Change it' }).click();
  await expect.poll(() => chat.field.inputValue(), SOON).toBe('Too late');
  await chat.message('Too late').waitFor({ state: 'detached' });
  await page.reload();
  await page.getByText('The day of this squad is over.').first().waitFor();
  expect(await chat.field.count()).toBe(0);
  ada.problems.take();
  await close();
});

/** Scrolls a list up, and returns by how many pixels more or less its first message in sight has moved. */
async function scrollUp(list: Locator, pixels: number): Promise<number> {
  return list.evaluate(async (element, by) => {
    const rows = [...element.querySelectorAll('article')].filter((row) => row.getBoundingClientRect().top > 100);
    const [first] = rows;
    const before = first?.getBoundingClientRect().top ?? 0;
    element.scrollBy(0, -by);
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    // At the top it moves less, and a row that has left the page does not count.
    if (first === undefined || !first.isConnected || element.scrollTop === 0) return 0;
    return Math.abs(first.getBoundingClientRect().top - before - by);
  }, pixels);
}
