import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import type { Deps } from '#app/deps.ts';
import {
  claimRequestKey,
  findStoredResponse,
  insertStep,
  releaseRequestKey,
  updateStoredResponse,
} from '#platform/http/idempotency/idempotency.store.ts';
import { asRun, boundToRun, outsideOfRun, type RepeatableRun, runBeganAt } from '#platform/run.ts';
import { urlOf } from '../access-matrix/matrix.ts';
import { ROWS } from '../access-matrix/rows.ts';
import { createScenario } from '../access-matrix/scenario.ts';
import { holdNextTone } from '../hold-tone.ts';
import { startSecondNode } from '../second-node.ts';
import { type Person, startTestApp, type TestResponse } from '../start-test-app.ts';

const app = await startTestApp();
const { person, call, ai, clock, deps } = app;
const other = await startSecondNode(app);

const ENTRY = { title: 'Once', content: 'and never twice' };

/** The tone of the entry is asked for between two steps that count, and the entry is the last step. */
const write = (author: Person, node = { call }, key = 'k') =>
  node.call(author, 'POST', '/api/journal', ENTRY, { 'idempotency-key': key });

const entriesOf = async (author: Person) =>
  deps.db.selectFrom('journal_entry').select('id').where('user_id', '=', author.id).execute();

const rowOf = async (author: Person) =>
  deps.db.selectFrom('idempotency_key').selectAll().where('user_id', '=', author.id).executeTakeFirstOrThrow();

const codeOf = ({ status, body }: TestResponse) => [status, body.code];

/** Simulates the death of the node of a user's requests: it holds no lock, and sends nothing more. */
async function killNode(author: Person): Promise<void> {
  const dead = { node_id: randomUUID(), claim_id: randomUUID() };
  await deps.db.updateTable('idempotency_key').set(dead).where('user_id', '=', author.id).execute();
}

/** The sign of life of the node is gone, and the node is not. */
async function loseSignOfLife(author: Person): Promise<void> {
  await deps.db
    .updateTable('idempotency_key')
    .set({ node_id: randomUUID() })
    .where('user_id', '=', author.id)
    .execute();
}

/** Has the database refuse this, as it does while its connections are cut; until the returned function is called. */
async function refuse(table: string, event: string, condition = 'true', { db } = deps): Promise<() => Promise<void>> {
  const name = `refuse_${table}`;
  await sql
    .raw(`
    create function ${name}() returns trigger language plpgsql as
      $$begin raise exception 'terminating connection' using errcode = '57P01'; end$$;
    create trigger ${name} before ${event} on ${table} for each row when (${condition}) execute function ${name}()`)
    .execute(db);
  return async () => {
    await sql.raw(`drop trigger ${name} on ${table}; drop function ${name}`).execute(db);
  };
}

const refuseResponses = ({ db } = deps) =>
  refuse('idempotency_key', 'update', 'new.status is not null', { db } as Deps);

/** Begins to write an entry, and returns once its tone is being asked for. It goes on when `letGo` is called. */
async function beginToWrite(author: Person) {
  const { isAskedFor, letGo } = holdNextTone(deps);
  const response = write(author);
  await isAskedFor;
  return { response, letGo };
}

describe('a first request whose key was taken over', () => {
  test('commits nothing, and the answer of the second is the one that is kept', async () => {
    const ada = await person();
    const { response, letGo } = await beginToWrite(ada);
    await loseSignOfLife(ada);
    const second = await write(ada, other);
    expect(second.status).toBe(201);
    letGo();
    expect(codeOf(await response)).toEqual([409, 'idempotency.in-flight']);
    expect(await entriesOf(ada)).toEqual([{ id: second.body.entry.id }]);
    const third = await write(ada);
    expect([third.text, third.headers['idempotency-replayed']]).toEqual([second.text, 'true']);
  });

  test('and that ends with a 5xx leaves the key to the second', async () => {
    const ada = await person();
    const first = await beginToWrite(ada);
    await loseSignOfLife(ada);
    const second = await beginToWrite(ada);
    first.letGo();
    expect((await first.response).status).toBe(503);
    const third = await write(ada);
    expect([...codeOf(third), third.headers['retry-after']]).toEqual([409, 'idempotency.in-flight', '1']);
    second.letGo();
    expect((await second.response).status).toBe(201);
    expect(await entriesOf(ada)).toHaveLength(1);
  });

  test('neither replaces its answer nor frees it, nor records a step', async () => {
    const { id: userId } = await person();
    const key = { userId, key: 'k' };
    const now = clock.now();
    const limits = { expiredBefore: new Date(0), abandonedBefore: new Date(now.getTime() + 1) };
    const claim = () => claimRequestKey(deps.db, key, { digest: 'd', now, session: null, build: 'b' }, limits);
    const [first, second] = [await claim(), await claim()];
    if (first === undefined || second === undefined) throw new Error('Both are claims.');
    expect([second.seed, second.beganAt]).toEqual([first.seed, first.beganAt]);
    expect(await insertStep(deps.db, key, first.id, 's', Buffer.from('late'))).toBe(false);
    await releaseRequestKey(deps.db, key, first.id);
    await updateStoredResponse(deps.db, key, first.id, { status: 200, text: 'late' });
    expect(await findStoredResponse(deps.db, key)).toEqual({ digest: 'd', status: null, response: null });
    await updateStoredResponse(deps.db, key, second.id, { status: 201, text: 'second' });
    await updateStoredResponse(deps.db, key, first.id, { status: 200, text: 'late' });
    await releaseRequestKey(deps.db, key, first.id);
    expect(await findStoredResponse(deps.db, key)).toEqual({ digest: 'd', status: 201, response: 'second' });
    expect(await claim()).toBeUndefined();
  });

  test('records no step twice, as where a commit was lost on its way back', async () => {
    const { id: userId } = await person();
    const key = { userId, key: 'k' };
    const limits = { expiredBefore: new Date(0), abandonedBefore: new Date(0) };
    const news = { digest: 'd', now: clock.now(), session: null, build: 'b' };
    const claim = await claimRequestKey(deps.db, key, news, limits);
    const record = () => insertStep(deps.db, key, claim?.id ?? '', 's', Buffer.from('output'));
    expect([await record(), await record()]).toEqual([true, false]);
  });
});

describe('a request that is sent again', () => {
  test('goes on after what was committed, and asks the provider once', async () => {
    const ada = await person();
    const accept = await refuse('journal_entry', 'insert');
    const first = await write(ada).finally(accept);
    expect(codeOf(first)).toEqual([503, 'server.busy']);
    const before = ai.requests.length;
    const second = await write(ada);
    expect(second.status).toBe(201);
    expect(ai.requests.length).toBe(before);
    const counted = await deps.db.selectFrom('ai_call_count').select('calls').where('user_id', '=', ada.id).execute();
    const used = await deps.db.selectFrom('token_usage').select('id').where('user_id', '=', ada.id).execute();
    expect([counted, used.length]).toEqual([[{ calls: 1 }], 1]);
  });

  test('after a crash between the commit and the answer gets the answer on any node, at once', async () => {
    const ada = await person();
    const accept = await refuseResponses();
    const first = await write(ada);
    expect(first.status).toBe(201);
    expect(codeOf(await write(ada, other))).toEqual([409, 'idempotency.in-flight']);
    await killNode(ada);
    await accept();
    const second = await write(ada, other);
    expect([second.status, second.text]).toEqual([201, first.text]);
    expect(second.headers).not.toHaveProperty('idempotency-replayed');
    expect(await entriesOf(ada)).toHaveLength(1);
    expect(await rowOf(ada)).toMatchObject({ status: 201, step_names: [], step_outputs: [] });
  });

  test('while its node lives gets the answer as soon as that can be stored', async () => {
    const ada = await person();
    const accept = await refuseResponses();
    const first = await write(ada);
    await accept();
    await expect.poll(async () => (await write(ada)).headers['idempotency-replayed']).toBe('true');
    expect([first.status, (await write(ada)).text]).toEqual([201, first.text]);
    expect(await entriesOf(ada)).toHaveLength(1);
  });

  test('draws the ids that its first run has drawn, of the moment at which that began', async () => {
    const ada = await person();
    const began = clock.now().getTime();
    const idOf = async () => {
      const accept = await refuseResponses();
      const { body } = await write(ada);
      await killNode(ada);
      await accept();
      return body.entry.id;
    };
    const first = await idOf();
    // Nothing is left of what was done, and so it is done again.
    await deps.db
      .updateTable('idempotency_key')
      .set({ step_names: [], step_outputs: [] })
      .where('user_id', '=', ada.id)
      .execute();
    await deps.db.deleteFrom('journal_entry').where('user_id', '=', ada.id).execute();
    clock.advance(10_000);
    expect(await idOf()).toBe(first);
    expect(Number.parseInt(first.replaceAll('-', '').slice(0, 12), 16)).toBe(began);
  });

  test('and is refused over what its first run has done is told that the answer is lost', async () => {
    const ada = await person();
    const accept = await refuseResponses();
    const { body } = await call(ada, 'POST', '/api/notebooks', { name: 'N' });
    const entry = { ...ENTRY, notebook_id: body.notebook.id };
    const send = () => call(ada, 'POST', '/api/journal', entry, { 'idempotency-key': 'k' });
    expect((await send()).status).toBe(201);
    await killNode(ada);
    await accept();
    // It belongs to another user now.
    const { id: user_id } = await person();
    await deps.db.updateTable('notebook').set({ user_id }).where('id', '=', body.notebook.id).execute();
    expect(codeOf(await send())).toEqual([409, 'idempotency.response-lost']);
    expect(await entriesOf(ada)).toHaveLength(1);
  });

  test('to a node with other code is told that the answer is lost, and that stays so', async () => {
    const ada = await person();
    const accept = await refuseResponses();
    await write(ada);
    await killNode(ada);
    await accept();
    await deps.db.updateTable('idempotency_key').set({ build: 'other' }).where('user_id', '=', ada.id).execute();
    expect(codeOf(await write(ada))).toEqual([409, 'idempotency.response-lost']);
    const again = await write(ada);
    expect([...codeOf(again), again.headers['idempotency-replayed']]).toEqual([
      409,
      'idempotency.response-lost',
      'true',
    ]);
    expect(await entriesOf(ada)).toHaveLength(1);
  });
});

describe('what goes on beside a request', () => {
  /** The steps that are recorded in a run of this. */
  const recordedIn = async (work: (run: RepeatableRun) => Promise<unknown>) => {
    const recorded: string[] = [];
    const run: RepeatableRun = {
      seed: 's',
      beganAt: clock.now(),
      recorded: new Map(),
      record: async (_tx, name) => {
        recorded.push(name);
      },
      outputLost: () => new Error('lost'),
      isOver: false,
    };
    await asRun(run, () => work(run));
    return recorded;
  };

  test('is no part of it: background work, shared work, reading, and what comes after the answer', async () => {
    const ada = await person();
    const ofAda = () => deps.db.updateTable('profile').set({ role: 'user' }).where('id', '=', ada.id).execute();
    const recorded = await recordedIn(async (run) => {
      deps.background.run('a test', async () => {
        expect(runBeganAt()).toBeUndefined();
        await ofAda();
      });
      await deps.background.drain();
      await outsideOfRun(ofAda);
      await deps.db.selectFrom('profile').select('id').where('id', '=', ada.id).execute();
      await sql`select id from profile where id = ${ada.id} for update`.execute(deps.db);
      await ofAda();
      await deps.db.transaction().execute((tx) => tx.selectFrom('profile').select('id').execute());
      run.isOver = true;
      await ofAda();
    });
    expect(recorded).toHaveLength(2);
  });

  test('is a part of it again where others begin it in its turn', async () => {
    let begin: () => Date | undefined = () => undefined;
    await recordedIn(async () => {
      begin = boundToRun(runBeganAt);
    });
    expect([runBeganAt(), begin()]).toEqual([undefined, clock.now()]);
  });
});

describe('every POST of members goes on after a crash before its answer', async () => {
  const crashing = await startTestApp();
  const scenario = await createScenario(crashing);
  // The way into a journal or an account is a secret: it is recorded nowhere. Another page of the provider leads to the same.
  const secrets = [
    '/api/payment/create-portal-session',
    '/api/user/inbound-address',
    '/api/user/tokens',
    '/api/user/webhooks',
    '/api/user/webhooks/:webhookId/rotate-secret',
    '/api/organizations/:id/webhooks',
    '/api/organizations/:id/webhooks/:webhookId/rotate-secret',
    '/api/organizations/:id/invitations',
    '/api/teams/:id/invitations',
  ];
  const posts = crashing.routes.flatMap(({ audience, method, path }) => {
    const row = ROWS[`${method} ${path}`];
    return audience === 'member' && method === 'POST' && row && row.expected.owner < 300 ? [{ path, row }] : [];
  });

  test.each(posts)('$path', async ({ path, row }) => {
    const asked = await row.ask(scenario);
    const headers = { ...asked.headers, 'idempotency-key': randomUUID() };
    const { owner } = scenario.people;
    const send = () => crashing.call(owner, 'POST', urlOf(path, asked), asked.body, headers);
    const accept = await refuseResponses(crashing.deps);
    const first = await send();
    await crashing.deps.db
      .updateTable('idempotency_key')
      .set({ node_id: randomUUID(), claim_id: randomUUID() })
      .where('user_id', '=', owner.id)
      .where('status', 'is', null)
      .execute();
    await accept();
    const second = await send();
    expect(first.status).toBe(row.expected.owner);
    if (secrets.includes(path)) {
      expect([200, 409]).toContain(second.status);
      if (second.status === 409) expect(second.body.code).toBe('idempotency.response-lost');
      return;
    }
    expect([second.status, second.text]).toEqual([first.status, first.text]);
  });
});
