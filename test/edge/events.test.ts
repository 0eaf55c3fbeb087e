import { afterAll, describe, expect, test, vi } from 'vitest';
import { EVENT_KINDS, type EventDataOf, type EventKind } from '#features/event';
import { weekStartAt } from '../../src/features/battle/week.rules.ts';
import { createTestUsers, DATE, MORNING } from '../../src/features/check-in/test-users.ts';
import { EXPORT_QUEUE } from '../../src/features/data-rights/export/export.jobs.ts';
import { openTestStream, type TestStream } from '../../src/features/event/stream/test-stream.ts';
import { type Person, startTestApp } from '../start-test-app.ts';
import { listenOnLoopback } from './raw-http.ts';

/* What clients hear of what users do. That other users do not hear of it is tested with the stream. */

const app = await startTestApp();
const { call, clock, deps } = app;
const { checkIn, looked, peopleAt } = createTestUsers(app);
clock.set(MORNING);
const port = await listenOnLoopback(app.server);
deps.sequencer.start();
const exporting = EXPORT_QUEUE.start(deps);
afterAll(exporting.stop);

const listen = ({ token }: Person) => openTestStream(port, { token });
const ask = async (caller: Person, method: 'POST' | 'PATCH' | 'PUT' | 'DELETE', path: string, body?: object) => {
  const { status, text, body: response } = await call(caller, method, path, body);
  expect(status, text).toBeLessThan(300);
  return response;
};
const seen = new Set<EventKind>();

/** The data of the events of a kind. */
function dataOf<K extends EventKind>(stream: TestStream, kind: K): EventDataOf<K>[] {
  seen.add(kind);
  return stream.events().flatMap(({ event, data }) => (event === kind ? [data.data] : []));
}

const eventually = (stream: TestStream, kind: EventKind) => expect.poll(() => dataOf(stream, kind));

/** Starts a stream after what came before it. */
async function person(): Promise<{ user: Person; stream: TestStream }> {
  const user = await app.person();
  await settled();
  return { user, stream: await listen(user) };
}

const settled = () =>
  expect
    .poll(() => deps.db.selectFrom('event_outbox').select('id').where('coalesce_key', 'is', null).execute())
    .toEqual([]);

/** Has work that is begun in the background wait until `letGo` is called. */
function holdBackground(): { letGo: () => void } {
  const held: Parameters<typeof deps.background.run>[] = [];
  const run = vi.spyOn(deps.background, 'run').mockImplementation((...work) => void held.push(work));
  return {
    letGo: () => {
      run.mockRestore();
      for (const work of held) deps.background.run(...work);
    },
  };
}

describe('Events tell', () => {
  test('the owner of each change of an entry, whatever made it', async () => {
    const { user, stream } = await person();
    const { entry } = await ask(user, 'POST', '/api/journal', { title: 'Fog', content: 'Grey.', mood: 'calm' });
    const entry_id = entry.id;
    await ask(user, 'PUT', `/api/journal/${entry_id}`, { title: 'Sun', content: 'Grey.', mood: 'calm' });
    await ask(user, 'DELETE', `/api/journal/${entry_id}`);
    await ask(user, 'POST', `/api/trash/${entry_id}/restore`);
    await eventually(stream, 'entry.changed').toEqual(
      ['created', 'updated', 'deleted', 'created'].map((change) => ({ entry_id, change })),
    );
  });

  test('the owner of many changed entries with one event', async () => {
    const { user, stream } = await person();
    const { entry } = await ask(user, 'POST', '/api/journal', { title: 'Fog', content: 'Grey.', mood: 'calm' });
    const {
      search_vector: _,
      word_count: __,
      ...values
    } = await deps.db.selectFrom('journal_entry').selectAll().where('id', '=', entry.id).executeTakeFirstOrThrow();
    const copy = () => ({ ...values, id: deps.ids.next(), emotional_tone: null, mentions: '[]' });
    await deps.db
      .insertInto('journal_entry')
      .values(Array.from({ length: 101 }, copy) as never)
      .execute();
    await eventually(stream, 'entry.changed').toEqual([
      { entry_id: entry.id, change: 'created' },
      { entry_id: null, change: 'created' },
    ]);
  });

  test('the recipient of a drop, with its notification', async () => {
    const [{ user, stream }, { user: sender }] = [await person(), await person()];
    const body = { recipient_id: user.id, drop_type: 'encouragement', content: 'Well done' };
    const { drop } = await ask(sender, 'POST', '/api/encouragement-drops/send', body);
    await eventually(stream, 'drop.received').toEqual([{ drop_id: drop.id, from_user_id: sender.id }]);
    const { notifications } = (await call(user, 'GET', '/api/notifications')).body;
    await eventually(stream, 'notification').toEqual([{ notification_id: notifications[0].id, kind: 'drop_received' }]);
  });

  test('the owner of a balance', async () => {
    const { user, stream } = await person();
    const admin = await app.superAdmin();
    const body = { delta: 7, reason: 'A test' };
    const { status, text } = await call(admin, 'POST', `/api/admin/users/${user.id}/drops`, body);
    expect(status, text).toBeLessThan(300);
    await eventually(stream, 'wallet.changed').toMatchObject([{ amount: 7, balance: 57 }]);
  });

  test('neighbours and the squad of a new chain, of a check-in and of its verification, and all users of the mosaic', async () => {
    const [ada, ben] = (await peopleAt(9, 11)) as [Person, Person];
    const { stream: ofOther } = await person();
    const [ofAda, ofBen] = [await listen(ada), await listen(ben)];
    // A verification while the events of the check-in wait would be coalesced with them.
    const background = holdBackground();
    const { body, status, text } = await checkIn(ada);
    expect(status, text).toBe(201);
    const made = [{ date: DATE, user_id: ada.id, checkin_id: body.checkin.id }];
    for (const stream of [ofAda, ofBen]) await eventually(stream, 'check-in.made').toEqual(made);
    await eventually(ofOther, 'mosaic.updated').toEqual([{ date: DATE }]);
    await eventually(ofOther, 'battle.progress').toEqual([{ week_start_date: weekStartAt(MORNING) }]);
    background.letGo();
    await looked();
    for (const stream of [ofAda, ofBen])
      await eventually(stream, 'chain.updated').toContainEqual({ date: DATE, change: 'status' });
    expect([...dataOf(ofOther, 'check-in.made'), ...dataOf(ofOther, 'chain.updated')]).toEqual([]);
    // The verification has changed both again.
    clock.advance(3_000);
    await eventually(ofOther, 'mosaic.updated').toEqual([{ date: DATE }, { date: DATE }]);

    const cleo = await app.person();
    await ask(cleo, 'PUT', '/api/workout-window/update-location', {
      ...{ city: 'Elsewhere', region: 'Region', country: 'DE', latitude: 52.51, longitude: 13.4 },
    });
    const before = dataOf(ofBen, 'chain.updated').length;
    await ask(ben, 'PUT', '/api/workout-window/update-location', {
      ...{ city: 'Elsewhere', region: 'Region', country: 'DE', latitude: 52.51, longitude: 13.4 },
    });
    await expect
      .poll(() => dataOf(ofBen, 'chain.updated').slice(before))
      .toContainEqual({ date: '2026-11-19', change: 'matching' });
  });

  test('the owner of an export of its progress, until it is ready', async () => {
    const { user, stream } = await person();
    const { export: started } = await ask(user, 'POST', '/api/user/exports');
    await expect
      .poll(
        () => {
          clock.advance(3_000);
          return dataOf(stream, 'export.progress').at(-1);
        },
        { interval: 200 },
      )
      .toMatchObject({ export_id: started.id, status: 'ready' });
  });

  test('of each kind, but those of chats, which have tests of their own', () => {
    expect(
      Object.keys(EVENT_KINDS).filter((kind) => !kind.startsWith('chat.') && !seen.has(kind as EventKind)),
    ).toEqual([]);
  });
});
