import { afterEach, describe, expect, test } from 'vitest';
import { createGate } from '#test/gate.ts';
import { gifOf } from '#test/pictures.ts';
import { startSecondNode } from '#test/second-node.ts';
import type { Person } from '#test/start-test-app.ts';
import { byTier } from '#test/tier.ts';
import { zipOf } from '#test/zip.ts';
import { analyzeAllUsers } from '../../assistant/analysis/analysis-run.actions.ts';
import { readersWithNotes } from '../../assistant/test-readers.ts';
import { sendDueMails } from '../../mail/outgoing-mail/sending.actions.ts';
import { deliverDue } from '../../notification/device/delivery.actions.ts';
import { NOTHING, startDeliveryApp } from '../../notification/device/test-deliveries.ts';
import { buildExports } from '../export/export.actions.ts';
import { runDueImports } from '../import/import-run.actions.ts';
import { createImportCalls } from '../import/test-imports.ts';
import { meadowWithOldPhoto } from '../import/test-samples.ts';
import { deleteOrphanFiles } from '../retention/orphan-file.actions.ts';
import { findRemains } from './test-remains.ts';

const app = await startDeliveryApp();
const { call, clock, deps, person, push } = app;
const other = await startSecondNode(app);
const { send } = createImportCalls(app);
const { ai, mail, storage } = deps;

const ROUNDS = byTier(2, 6);
const MOMENTS = ['before', 'after'] as const;
type Moment = (typeof MOMENTS)[number];

afterEach(() => {
  Object.assign(deps, { ai, mail, storage });
});

async function erase(user: Person): Promise<void> {
  const now = { confirm: 'DELETE', immediately: true };
  const { status, body, text } = await other.call(user, 'DELETE', '/api/user/account', now);
  expect([status, body], text).toMatchObject([200, { is_erased: true }]);
}

/** Stops the first call of a function before or after its work, until the test releases it. */
function stopping<Input extends unknown[], Output>(moment: Moment, work: (...input: Input) => Promise<Output>) {
  const [reached, door] = [createGate(), createGate()];
  const pause = () => {
    reached.open();
    return door.opened;
  };
  const stopped = async (...input: Input): Promise<Output> => {
    if (moment === 'before') await pause();
    const output = await work(...input);
    if (moment === 'after') await pause();
    return output;
  };
  return { stopped, reached: reached.opened, goOn: door.open };
}

async function filesNamed(text: string): Promise<string[]> {
  const keys: string[] = [];
  for await (const { key } of storage.list()) if (key.includes(text)) keys.push(key);
  return keys;
}

/** Later than the files, whose times are those of the file system. */
const LATER = new Date('9999-12-31T00:00:00Z');

/** The nightly sweep, as a day later. */
const sweep = () => deleteOrphanFiles({ ...deps, storage }, { before: LATER, shouldContinue: () => true });

describe('A deletion during an export', () => {
  test.each(MOMENTS)('leaves no archive and no row, %s the archive is stored', async (moment) => {
    const ada = await person();
    await call(ada, 'POST', '/api/journal', { title: 'Secret', content: 'Words.' });
    const { stopped, reached, goOn } = stopping(moment, storage.putStream);
    deps.storage = { ...storage, putStream: stopped };
    const { body } = await call(ada, 'POST', '/api/user/exports');
    const building = buildExports(deps);
    await reached;
    await erase(ada);
    goOn();
    await building;
    expect(await filesNamed(body.export.id)).toEqual([]);
    expect(await findRemains(deps, ada.id)).toEqual([]);
  });

  test('leaves nothing at any moment', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const ada = await person();
      const started = await call(ada, 'POST', '/api/user/exports');
      expect(started.status).toBe(201);
      await Promise.all([erase(ada), ...[deps, other.deps].map(buildExports)]);
      expect(await filesNamed('exports/')).toEqual([]);
      expect(await findRemains(deps, ada.id)).toEqual([]);
    }
  });
});

const DAY_ONE = await zipOf({
  'Journal.json': JSON.stringify({
    metadata: { version: '1.0' },
    entries: [
      {
        uuid: 'ENTRY',
        creationDate: '2020-01-01T10:00:00Z',
        timeZone: 'UTC',
        text: 'Secret',
        photos: [{ identifier: 'P', md5: 'p' }],
      },
    ],
  }),
  'photos/p.gif': gifOf(1),
});
const MEADOW = await meadowWithOldPhoto();

describe('A deletion during an import', () => {
  test.each(
    MOMENTS.flatMap((moment) => [
      { moment, format: 'Day One', file: DAY_ONE, folder: 'entry-photos/' },
      { moment, format: 'Meadow', file: MEADOW, folder: 'imported/' },
    ]),
  )('of $format leaves no record and no file, $moment a photo is stored', async ({ moment, file, folder }) => {
    const ada = await person();
    const { body } = await send(ada, file);
    const { stopped, reached, goOn } = stopping(moment, storage.put);
    const running = runDueImports({
      ...deps,
      storage: { ...storage, put: (key, bytes) => (key.startsWith(folder) ? stopped : storage.put)(key, bytes) },
    });
    await reached;
    await erase(ada);
    goOn();
    await running;
    await sweep();
    expect(await filesNamed(body.import.id)).toEqual([]);
    expect(await findRemains(deps, ada.id)).toEqual([]);
  });

  test.each(MOMENTS)('leaves no file, %s the upload is stored', async (moment) => {
    const ada = await person();
    const { stopped, reached, goOn } = stopping(moment, storage.putStream);
    deps.storage = { ...storage, putStream: stopped };
    const sending = send(ada, DAY_ONE);
    await reached;
    await erase(ada);
    goOn();
    expect((await sending).status).toBeGreaterThanOrEqual(400);
    expect(await filesNamed('imports/')).toEqual([]);
    expect(await findRemains(deps, ada.id)).toEqual([]);
  });

  test('leaves nothing at any moment', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const ada = await person();
      expect((await send(ada, DAY_ONE)).status).toBe(201);
      await Promise.all([runDueImports(deps), runDueImports(other.deps), erase(ada)]);
      await sweep();
      expect(await filesNamed('imports/')).toEqual([]);
      expect(await findRemains(deps, ada.id)).toEqual([]);
    }
  });
});

describe('A deletion during a run of the assistant', () => {
  test.each(MOMENTS)('leaves no analysis, %s the provider answers, and the other users get theirs', async (moment) => {
    const [ada, ben] = (await readersWithNotes(app, 2)) as [Person, Person];
    const { stopped, reached, goOn } = stopping(moment, ai.generateObject);
    deps.ai = { ...ai, generateObject: stopped as typeof ai.generateObject };
    const running = analyzeAllUsers(deps);
    await reached;
    await erase(ada);
    goOn();
    expect((await running).results).toMatchObject({ successful: 1, failed: 0 });
    const analyzed = await deps.db.selectFrom('note_analysis').select('user_id').execute();
    expect(analyzed.filter(({ user_id }) => [ada.id, ben.id].includes(user_id))).toEqual([{ user_id: ben.id }]);
    expect(await findRemains(deps, ada.id)).toEqual([]);
  });
});

describe('A deletion during mail', () => {
  test.each(MOMENTS)('leaves no source of a queued email, %s it is sent', async (moment) => {
    const ada = await person();
    const [{ id }] = (await deps.db
      .selectFrom('outgoing_mail')
      .select('id')
      .where('user_id', '=', ada.id)
      .execute()) as [{ id: string }];
    const { stopped, reached, goOn } = stopping(moment, mail.send);
    const running = sendDueMails({ ...deps, mail: { ...mail, send: stopped } });
    await reached;
    await erase(ada);
    goOn();
    await running;
    expect(await mail.readSource(id)).toBeNull();
    expect(await findRemains(deps, ada.id)).toEqual([]);
  });

  test('leaves no source at any moment, and nothing is sent later', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const ada = await person();
      const mails = await deps.db.selectFrom('outgoing_mail').select('id').where('user_id', '=', ada.id).execute();
      expect(mails).toHaveLength(1);
      await Promise.all([sendDueMails(deps), sendDueMails(other.deps), erase(ada)]);
      await sendDueMails(deps);
      for (const { id } of mails) expect(await mail.readSource(id)).toBeNull();
      expect(await findRemains(deps, ada.id)).toEqual([]);
    }
  });

  test.each(MOMENTS)('leaves no source of an email of the user, %s it is sent', async (moment) => {
    const ada = await person();
    const { stopped, reached, goOn } = stopping(moment, mail.send);
    let sentId = '';
    deps.mail = {
      ...mail,
      send: (given) => {
        sentId = given.id;
        return stopped(given);
      },
    };
    const sending = call(ada, 'POST', '/api/email/send', { to: ada.email, subject: 'Secret', text: 'Words.' });
    await Promise.race([reached, sending]);
    await erase(ada);
    goOn();
    await sending;
    expect(sentId).not.toBe('');
    expect(await mail.readSource(sentId)).toBeNull();
    expect(await findRemains(deps, ada.id)).toEqual([]);
  });
});

describe('A deletion during web push', () => {
  test('leaves no device and no delivery, and no later run sends one', async () => {
    const ada = await person();
    await app.register(ada);
    await app.storeNotification(ada);
    const { stopped, reached, goOn } = stopping('before', async () => 'failed' as const);
    const running = deliverDue({ ...deps, push: { ...deps.push, send: stopped } });
    await reached;
    await erase(ada);
    goOn();
    expect(await running).toMatchObject({ failed: 1 });
    const sent = push.messages.length;
    clock.advance(60 * 60_000);
    expect([await deliverDue(deps), await deliverDue(other.deps)]).toEqual([NOTHING, NOTHING]);
    expect(push.messages).toHaveLength(sent);
    expect(await deps.db.selectFrom('push_delivery').selectAll().execute()).toEqual([]);
    expect(await findRemains(deps, ada.id)).toEqual([]);
  });

  test('leaves nothing at any moment', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const ada = await person();
      await app.register(ada);
      await app.storeNotification(ada);
      await Promise.all([deliverDue(deps), deliverDue(other.deps), erase(ada)]);
      expect(await deliverDue(deps)).toEqual(NOTHING);
      expect(await deps.db.selectFrom('push_delivery').selectAll().execute()).toEqual([]);
      expect(await findRemains(deps, ada.id)).toEqual([]);
    }
  });
});
