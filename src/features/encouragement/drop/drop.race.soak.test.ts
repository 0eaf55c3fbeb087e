import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { untilLockWait } from '#test/lock-waits.ts';
import { startSecondNode } from '#test/second-node.ts';
import { type Person, startTestApp, type TestResponse } from '#test/start-test-app.ts';
import { lockApprovedTemplate } from '../drop-template/drop-template.store.ts';
import { dropsOf, untilServed } from './test-drops.ts';

const app = await startTestApp();
const { deps, person, superAdmin, clock } = app;
const nodes = [app, await startSecondNode(app)];
const { template, allowanceOf, rowsOf, senderRowOf, usageOf, giveBonus, write } = dropsOf(app);

const nodeOf = (index: number) => nodes[index % 2] ?? app;

const list = <Item>(count: number, make: (index: number) => Item) =>
  Array.from({ length: count }, (_, index) => make(index));

const send = (sender: Person, recipient: { id: string }, fields: object, index = 0, headers = {}) =>
  untilServed(() =>
    nodeOf(index).call(
      sender,
      'POST',
      '/api/encouragement-drops/send',
      { recipient_id: recipient.id, drop_type: 'encouragement', ...fields },
      headers,
    ),
  );

const countOutcomes = (responses: TestResponse[]) => {
  const names = responses.map(({ status, body }) => body.code ?? String(status));
  return Object.fromEntries([...new Set(names)].map((name) => [name, names.filter((other) => other === name).length]));
};

/** Checks that counters match rows and the remaining allowance is right. */
async function expectCountersToFit(sender: Person, { bonus = 0 } = {}): Promise<void> {
  const [rows, row, allowance] = [await rowsOf(sender), await senderRowOf(sender), await allowanceOf(sender)];
  const custom_used = rows.filter(({ is_custom }) => is_custom).length;
  const daily_used = Math.min(rows.length, 5);
  const bonus_used = rows.length - daily_used;
  expect(row).toMatchObject({
    daily_used,
    bonus_used,
    custom_used,
    bonus_remaining: bonus - bonus_used,
    total_sent: rows.length,
  });
  expect(allowance).toMatchObject({
    drops_used: rows.length,
    bonus_drops_earned: bonus,
    custom_used,
    total_available: 5 + bonus - rows.length,
  });
}

describe('100 concurrent drops on two nodes', () => {
  test('of a template: 5 are sent', async () => {
    const [ada, ben, made] = [await person(), await person(), await template()];
    const responses = await Promise.all(list(100, (index) => send(ada, ben, { template_id: made.id }, index)));
    expect(countOutcomes(responses)).toEqual({ '201': 5, 'drops.allowance-exceeded': 95 });
    expect(await rowsOf(ada)).toHaveLength(5);
    expect(await usageOf(made)).toBe(5);
    const left = responses.filter(({ status }) => status === 201).map(({ body }) => body.remaining);
    expect(left.toSorted()).toEqual([0, 1, 2, 3, 4]);
    await expectCountersToFit(ada);
  });

  test('with own text: 3 are sent', async () => {
    const [ada, ben] = [await person(), await person()];
    const responses = await Promise.all(list(100, (index) => send(ada, ben, { content: 'Well done' }, index)));
    expect(countOutcomes(responses)).toEqual({ '201': 3, 'drops.custom-limit-exceeded': 97 });
    await expectCountersToFit(ada);
  });

  test('of both: 5 are sent, at most 3 with own text', async () => {
    const [ada, ben, made] = [await person(), await person(), await template()];
    const words = [{ template_id: made.id }, { content: 'Well done' }];
    const responses = await Promise.all(list(100, (index) => send(ada, ben, words[(index >> 1) % 2] ?? {}, index)));
    expect(responses.filter(({ status }) => status === 201)).toHaveLength(5);
    const rows = await rowsOf(ada);
    expect(rows.filter(({ is_custom }) => is_custom).length).toBeLessThanOrEqual(3);
    expect(await usageOf(made)).toBe(rows.filter(({ is_custom }) => !is_custom).length);
    await expectCountersToFit(ada);
  });

  test('with a bonus of 4: 9 are sent', async () => {
    const [ada, ben, made] = [await person(), await person(), await template()];
    await giveBonus(ada, 4);
    const responses = await Promise.all(list(100, (index) => send(ada, ben, { template_id: made.id }, index)));
    expect(countOutcomes(responses)).toEqual({ '201': 9, 'drops.allowance-exceeded': 91 });
    await expectCountersToFit(ada, { bonus: 4 });
  });

  test('to 100 users, some unknown: nothing is spent on those', async () => {
    const [ada, ben, made] = [await person(), await person(), await template()];
    const recipients = list(100, (index) => (index % 2 === 0 ? ben : { id: randomUUID() }));
    const responses = await Promise.all(
      recipients.map((recipient, index) => send(ada, recipient, { template_id: made.id }, index >> 1)),
    );
    expect(countOutcomes(responses)).toEqual({
      '201': 5,
      'drops.allowance-exceeded': 45,
      'drops.recipient-not-found': 50,
    });
    await expectCountersToFit(ada);
  });

  test('by 20 users with the same template: each sends 5, and every use is counted', async () => {
    const [ben, made] = [await person(), await template()];
    // Ten at a time, so that a busy machine can serve them.
    const people = () => Promise.all(list(10, () => person()));
    const senders = [...(await people()), ...(await people())];
    const responses = await Promise.all(
      list(120, (index) => send(senders[index % 20] as Person, ben, { template_id: made.id }, index)),
    );
    expect(countOutcomes(responses)).toEqual({ '201': 100, 'drops.allowance-exceeded': 20 });
    expect(await usageOf(made)).toBe(100);
    for (const sender of senders) await expectCountersToFit(sender);
  });

  test('with one Idempotency-Key: one is sent', async () => {
    const [ada, ben] = [await person(), await person()];
    const key = { 'idempotency-key': randomUUID() };
    const responses = await Promise.all(list(20, (index) => send(ada, ben, { content: 'Well done' }, index, key)));
    const codes = new Set(responses.map(({ status, body }) => body.code ?? String(status)));
    expect(codes.has('201')).toBe(true);
    expect([...codes].filter((code) => !['201', 'idempotency.in-flight'].includes(code))).toEqual([]);
    expect(await rowsOf(ada)).toHaveLength(1);
  });
});

test('users who send each other drops concurrently do not deadlock', async () => {
  const [ada, ben, made] = [await person(), await person(), await template()];
  const responses = await Promise.all(
    list(40, (index) => {
      const [sender, recipient] = index % 4 < 2 ? [ada, ben] : [ben, ada];
      return send(sender, recipient, { template_id: made.id }, index);
    }),
  );
  expect(countOutcomes(responses)).toEqual({ '201': 10, 'drops.allowance-exceeded': 30 });
});

describe('Deleting a template', () => {
  const remove = (root: Person, id: string, index = 0) =>
    untilServed(() => nodeOf(index).call(root, 'DELETE', `/api/encouragement-drops/admin/templates/${id}`));

  test('waits for a concurrent send', async () => {
    const [root, made] = [await superAdmin(), await template()];
    const sending = await deps.db.startTransaction().execute();
    expect(await lockApprovedTemplate(sending, 'encouragement', made.id)).toBeDefined();
    const deletion = remove(root, made.id, 1);
    await untilLockWait(deps.db, deletion);
    expect(await usageOf(made)).toBe(0);
    await sending.commit().execute();
    expect((await deletion).status).toBe(200);
    expect(await usageOf(made)).toBeUndefined();
  });

  test('during sends: each drop is complete, or not found and not spent', async () => {
    for (let round = 0; round < 20; round += 1) {
      const [root, ben, made] = [await superAdmin(), await person(), await template()];
      const senders = await Promise.all(list(8, () => person()));
      const sent = senders.map((sender, index) => send(sender, ben, { template_id: made.id }, index));
      const [responses, deleted] = await Promise.all([
        Promise.all(sent),
        Promise.any(sent).then(() => remove(root, made.id, round)),
      ]);
      expect(deleted.status).toBe(200);
      for (const [index, { status, body }] of responses.entries()) {
        const sender = senders[index] as Person;
        expect([201, 404]).toContain(status);
        if (status === 404) expect(body.code).toBe('drops.template-not-found');
        const rows = await rowsOf(sender);
        expect(rows.map(({ template_id, content }) => [template_id, content])).toEqual(
          status === 201 ? [[null, 'Keep going']] : [],
        );
        expect((await allowanceOf(sender)).drops_used).toBe(rows.length);
      }
    }
  });
});

test('deleting an entry during sends leaves each drop complete or not found', async () => {
  for (let round = 0; round < 20; round += 1) {
    const ben = await person();
    const entry = { title: 'A run', content: '', mood: 'calm', metadata_visibility: 'public' };
    const entry_id = (await app.call(ben, 'POST', '/api/journal', entry)).body.entry.id;
    const senders = await Promise.all(list(8, () => person()));
    const [responses] = await Promise.all([
      Promise.all(senders.map((sender, index) => send(sender, ben, { content: 'Well done', entry_id }, index))),
      untilServed(() => nodeOf(round).call(ben, 'DELETE', `/api/journal/${entry_id}`)),
    ]);
    for (const [index, { status }] of responses.entries()) {
      expect([201, 404]).toContain(status);
      const rows = await rowsOf(senders[index] as Person);
      expect(rows.map((row) => row.entry_id)).toEqual(status === 201 ? [null] : []);
    }
  }
});

describe('Drops that are read concurrently on two nodes', () => {
  test('are marked once and returned completely each time', async () => {
    const [ben, senders] = [await person(), await Promise.all(list(4, () => person()))];
    const ids: string[] = [];
    for (const sender of senders) for (let count = 0; count < 3; count += 1) ids.push((await write(sender, ben)).id);
    clock.advance(1_000);
    const first = clock.now();
    const responses = await Promise.all(
      list(40, (index) =>
        untilServed(() => {
          const node = nodeOf(index);
          const url = '/api/encouragement-drops/received';
          return index % 4 === 0
            ? node.call(ben, 'POST', `${url}/${ids[index % ids.length]}/read`)
            : node.call(ben, 'GET', url);
        }),
      ),
    );
    expect(countOutcomes(responses)).toEqual({ '200': 40 });
    for (const { body } of responses) expect(body.drops ?? ids).toHaveLength(12);
    clock.advance(1_000);
    await app.call(ben, 'GET', '/api/encouragement-drops/received');
    const rows = await deps.db.selectFrom('drop_sent').select('read_at').where('recipient_id', '=', ben.id).execute();
    expect(rows.map(({ read_at }) => read_at)).toEqual(list(12, () => first));
  });

  test('are marked only if they were returned', async () => {
    const ben = await person();
    const senders = await Promise.all(list(12, () => person()));
    const seen = new Set<string>();
    await Promise.all([
      ...senders.map((sender, index) => send(sender, ben, { content: 'Well done' }, index)),
      ...list(12, async (index) => {
        const ask = () => nodeOf(index).call(ben, 'GET', '/api/encouragement-drops/received');
        for (const { id } of (await untilServed(ask)).body.drops) seen.add(id);
      }),
    ]);
    const rows = await deps.db
      .selectFrom('drop_sent')
      .select(['id', 'read_at'])
      .where('recipient_id', '=', ben.id)
      .execute();
    expect(rows).toHaveLength(12);
    expect(new Set(rows.filter(({ read_at }) => read_at !== null).map(({ id }) => id))).toEqual(seen);
  });
});
