import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import type { Tx } from '#platform/db/database.ts';
import { createOrganization } from '#test/groups.ts';
import { type Person, startTestApp } from '#test/start-test-app.ts';
import { ASSISTANT_ID } from '../index.ts';
import { dropsOf, withoutRequestId } from './test-drops.ts';

const app = await startTestApp();
const { call, person, superAdmin, deps, clock } = app;
const drops = dropsOf(app);
const { send, write, template, allowanceOf, rowsOf, senderRowOf, usageOf, giveBonus, configure, block } = drops;

const DAY = 24 * 60 * 60 * 1_000;

/** What of a sender a refusal leaves as it is. */
const stateOf = async (sender: Person) => [await rowsOf(sender), await senderRowOf(sender)];

const notificationsOf = ({ id }: { id: string }) =>
  deps.db.selectFrom('notification').select(['kind', 'title', 'body', 'data']).where('user_id', '=', id).execute();

const rename = (user: Person, full_name: string) => call(user, 'PUT', '/api/user/profile', { full_name });

async function entryOf(author: Person, fields: object = {}): Promise<string> {
  const entry = { title: 'A run', content: 'In the rain', mood: 'calm', ...fields };
  const { status, body } = await call(author, 'POST', '/api/journal', entry);
  expect(status).toBe(201);
  return body.entry.id;
}

async function synthetic(): Promise<{ id: string }> {
  const id = randomUUID();
  const now = clock.now();
  const times = { role_changed_at: now, created_at: now, updated_at: now };
  await deps.db
    .insertInto('profile')
    .values({ id, full_name: 'Robot', is_ai: true, ...times })
    .execute();
  return { id };
}

const setActive = (id: string, is_active: boolean) =>
  deps.db.updateTable('profile').set({ is_active }).where('id', '=', id).execute();

describe('GET /api/encouragement-drops/my-drops', () => {
  const today = () => clock.now().toISOString().slice(0, 10);

  test('returns the daily allowance before the first drop and stores nothing', async () => {
    const ada = await person();
    const { status, body } = await call(ada, 'GET', '/api/encouragement-drops/my-drops');
    expect({ status, body }).toEqual({
      status: 200,
      body: {
        date: today(),
        daily_allowance: 5,
        drops_used: 0,
        bonus_drops_earned: 0,
        custom_used: 0,
        total_available: 5,
      },
    });
    expect(await senderRowOf(ada)).toBeUndefined();
  });

  test('counts every drop, the bonus after the daily ones', async () => {
    const [ada, ben, { id }] = [await person(), await person(), await template()];
    await giveBonus(ada, 2);
    const expected = [
      { drops_used: 1, total_available: 6, custom_used: 1 },
      { drops_used: 2, total_available: 5, custom_used: 2 },
      { drops_used: 3, total_available: 4, custom_used: 3 },
      { drops_used: 4, total_available: 3, custom_used: 3 },
      { drops_used: 5, total_available: 2, custom_used: 3 },
      { drops_used: 6, total_available: 1, custom_used: 3 },
      { drops_used: 7, total_available: 0, custom_used: 3 },
    ];
    for (const [index, figures] of expected.entries()) {
      const { status, body } = await send(ada, ben, index < 3 ? { content: 'Well done' } : { template_id: id });
      expect([status, body.remaining]).toEqual([201, figures.total_available]);
      const allowance = await allowanceOf(ada);
      expect(allowance).toEqual({ date: today(), daily_allowance: 5, bonus_drops_earned: 2, ...figures });
      expect(allowance.total_available).toBe(5 + allowance.bonus_drops_earned - allowance.drops_used);
    }
    expect(await senderRowOf(ada)).toMatchObject({ daily_used: 5, bonus_used: 2, bonus_remaining: 0, total_sent: 7 });
  });

  test('returns 401 without a token', async () => {
    expect((await call(null, 'GET', '/api/encouragement-drops/my-drops')).status).toBe(401);
  });
});

describe('POST /api/encouragement-drops/send', () => {
  test('sends own text and returns the remaining allowance', async () => {
    const [ada, ben] = [await person(), await person()];
    const { status, body } = await send(ada, ben, { content: 'Well done' });
    expect(status).toBe(201);
    const now = clock.now();
    const said = {
      recipient_id: ben.id,
      drop_type: 'encouragement',
      title: null,
      content: 'Well done',
      media_url: null,
      media_type: null,
      thumbnail_url: null,
      template_id: null,
      is_custom: true,
      entry_id: null,
      read_at: null,
      bonus_drops_awarded: 0,
    };
    const { id } = body.drop;
    expect(body).toEqual({
      drop: { id, sender_id: ada.id, ...said, date_sent: now.toISOString(), engaged: false },
      remaining: 4,
    });
    expect(await rowsOf(ada)).toEqual([
      {
        id,
        sender_id: ada.id,
        ...said,
        date_sent: now,
        day: now.toISOString().slice(0, 10),
        engagement_ends_at: new Date(now.getTime() + DAY),
        engaged_at: null,
        closed_at: null,
      },
    ]);
    expect(await senderRowOf(ada)).toMatchObject({
      daily_used: 1,
      bonus_used: 0,
      custom_used: 1,
      total_sent: 1,
      last_sent_day: now.toISOString().slice(0, 10),
      consecutive_days: 1,
    });
  });

  test('copies text and media of the template and counts its use', async () => {
    const [ada, ben] = [await person(), await person()];
    const media = {
      media_url: 'https://pictures.test/larch.mp4',
      media_type: 'video',
      thumbnail_url: 'https://pictures.test/larch.png',
    };
    const made = await template({ type: 'media', title: 'A larch', content: 'In autumn', ...media });
    const { status, body } = await send(ada, ben, { drop_type: 'media', template_id: made.id });
    expect(status).toBe(201);
    expect(body.drop).toMatchObject({
      drop_type: 'media',
      title: 'A larch',
      content: 'In autumn',
      ...media,
      template_id: made.id,
      is_custom: false,
    });
    expect(await usageOf(made)).toBe(1);
    expect(await senderRowOf(ada)).toMatchObject({ daily_used: 1, custom_used: 0 });
  });

  test('keeps the engagement window of the time of sending', async () => {
    const [ada, ben] = [await person(), await person()];
    const windowOf = ({ date_sent, engagement_ends_at }: { date_sent: Date; engagement_ends_at: Date | null }) =>
      (engagement_ends_at?.getTime() ?? 0) - date_sent.getTime();
    await write(ada, ben);
    await configure({ engagement_window_hours: 1 });
    await write(ada, ben);
    await configure({ engagement_window_hours: 24 });
    expect((await rowsOf(ada)).map(windowOf).toSorted((one, other) => one - other)).toEqual([DAY / 24, DAY]);
  });

  test('notifies the recipient of the sender, not of the text', async () => {
    const [ada, ben] = [await person(), await person()];
    await rename(ada, 'Ada Brook');
    const { id } = await write(ada, ben, { content: 'A canary of words' });
    const notices = await notificationsOf(ben);
    expect(notices).toEqual([
      {
        kind: 'drop_received',
        title: 'You received a drop',
        body: 'Ada Brook sent you a drop.',
        data: { drop_id: id, from_user_id: ada.id },
      },
    ]);
    expect(JSON.stringify(notices)).not.toContain('canary');
    expect(await notificationsOf(ada)).toEqual([]);
  });

  test('updates badges in the same transaction', async () => {
    const [ada, ben] = [await person(), await person()];
    const { recalculateBadges } = deps;
    const seen: unknown[] = [];
    deps.recalculateBadges = async (tx, ids) => {
      const row = await tx
        .selectFrom('drop_sender')
        .select('total_sent')
        .where('user_id', '=', ada.id)
        .executeTakeFirst();
      seen.push([ids, row?.total_sent, (await senderRowOf(ada))?.total_sent]);
    };
    try {
      await write(ada, ben);
    } finally {
      deps.recalculateBadges = recalculateBadges;
    }
    expect(seen).toEqual([[[ada.id], 1, undefined]]);
  });

  test('ignores unknown fields of the body', async () => {
    const [ada, eve, ben] = [await person(), await person(), await person()];
    const foreign = {
      id: randomUUID(),
      sender_id: eve.id,
      is_custom: false,
      bonus_drops_awarded: 100,
      read_at: '2026-01-01T00:00:00Z',
      title: 'A title',
      media_url: 'javascript:alert(1)',
    };
    const drop = await write(ada, ben, foreign);
    expect(drop).toMatchObject({
      sender_id: ada.id,
      is_custom: true,
      bonus_drops_awarded: 0,
      title: null,
      media_url: null,
    });
    expect(drop.id).not.toBe(foreign.id);
    expect([await rowsOf(eve), await senderRowOf(eve)]).toEqual([[], undefined]);
  });

  test('sends to synthetic users without a notification', async () => {
    const [ada, robot] = [await person(), await synthetic()];
    expect(await write(ada, robot)).toMatchObject({ recipient_id: robot.id });
    expect(await notificationsOf(robot)).toEqual([]);
  });

  test('accepts an id in capitals and content of the maximum length', async () => {
    const [ada, ben] = [await person(), await person()];
    const content = '🌼'.repeat(1_000);
    expect(await write(ada, { id: ben.id.toUpperCase() }, { content })).toMatchObject({
      recipient_id: ben.id,
      content,
    });
  });

  test('counts the streak and restarts it after a day without a drop', async () => {
    const [ada, ben] = [await person(), await person()];
    const inARow = async () => (await senderRowOf(ada))?.consecutive_days;
    const found: unknown[] = [];
    for (const days of [0, 0, 1, 1, 2, 1]) {
      clock.advance(days * DAY);
      // Tokens do not last for days.
      const fresh = { ...ada, token: await app.issuer.sign(ada.id, clock.now(), { email: ada.email }) };
      await write(fresh, ben);
      found.push(await inARow());
    }
    expect(found).toEqual([1, 1, 2, 3, 1, 2]);
  });

  describe('about an entry', () => {
    test('accepts an entry of the recipient that the sender can read', async () => {
      const [ada, ben, root] = [await person(), await person(), await superAdmin()];
      const org_id = await createOrganization(deps, ben, [ada]);
      const ids = [
        await entryOf(ben, { metadata_visibility: 'public' }),
        await entryOf(ben, { metadata_visibility: 'org', org_id }),
      ];
      for (const entry_id of ids) expect(await write(ada, ben, { entry_id })).toMatchObject({ entry_id });
      const hidden = await entryOf(ben);
      expect(await write(root, ben, { entry_id: hidden })).toMatchObject({ entry_id: hidden });
    });

    test('keeps the drop when the entry is deleted', async () => {
      const [ada, ben] = [await person(), await person()];
      const entry_id = await entryOf(ben, { metadata_visibility: 'public' });
      await write(ada, ben, { entry_id });
      expect((await call(ben, 'DELETE', `/api/journal/${entry_id}`)).status).toBe(200);
      expect(await rowsOf(ada)).toMatchObject([{ entry_id: null }]);
    });

    test('returns the same 404 for a hidden, another user’s and an unknown entry', async () => {
      const [ada, ben, cleo] = [await person(), await person(), await person()];
      const org_id = await createOrganization(deps, ben, [cleo]);
      const ids = [
        await entryOf(ben, { title: 'Canary' }),
        await entryOf(ben, { metadata_visibility: 'org', org_id }),
        await entryOf(cleo, { metadata_visibility: 'public' }),
        await entryOf(ada),
      ];
      const bytesOf = ({ text, body }: { text: string; body: { request_id: string } }) =>
        text.replace(body.request_id, 'request');
      const unknown = await send(ada, ben, { content: 'Well done', entry_id: randomUUID() });
      expect([unknown.status, unknown.body.code]).toEqual([404, 'drops.entry-not-found']);
      for (const entry_id of ids) {
        const hidden = await send(ada, ben, { content: 'Well done', entry_id });
        expect(hidden.status).toBe(404);
        expect(bytesOf(hidden)).toBe(bytesOf(unknown));
        expect({ ...hidden.headers, 'x-request-id': '', date: '' }).toEqual({
          ...unknown.headers,
          'x-request-id': '',
          date: '',
        });
      }
      expect(await stateOf(ada)).toEqual([[], undefined]);
    });

    test('returns the same error for a hidden entry with other invalid fields', async () => {
      const [ada, ben] = [await person(), await person()];
      const entry_id = await entryOf(ben);
      await configure({ daily_allowance: 0 });
      const codes = await Promise.all(
        [entry_id, randomUUID()].map(async (id) => (await send(ada, ben, { content: 'x', entry_id: id })).body.code),
      );
      await configure({ daily_allowance: 5 });
      expect(codes).toEqual(['drops.entry-not-found', 'drops.entry-not-found']);
    });
  });

  describe('within the limits of a day', () => {
    test('returns 400 after the allowance and sends nothing', async () => {
      const [ada, ben, { id }] = [await person(), await person(), await template()];
      for (let count = 0; count < 5; count += 1) await write(ada, ben, { template_id: id, content: undefined });
      const before = await stateOf(ada);
      for (const fields of [{ template_id: id }, { content: 'Well done' }]) {
        const { status, body } = await send(ada, ben, fields);
        expect({ status, code: body.code }).toEqual({ status: 400, code: 'drops.allowance-exceeded' });
      }
      expect(await stateOf(ada)).toEqual(before);
      expect(await usageOf({ id })).toBe(5);
      expect(await notificationsOf(ben)).toHaveLength(5);
    });

    test('returns 400 after the custom limit, while templates can be sent', async () => {
      const [ada, ben, { id }] = [await person(), await person(), await template()];
      for (let count = 0; count < 3; count += 1) await write(ada, ben);
      const before = await stateOf(ada);
      const { status, body } = await send(ada, ben, { content: 'Well done' });
      expect({ status, code: body.code }).toEqual({ status: 400, code: 'drops.custom-limit-exceeded' });
      expect(await stateOf(ada)).toEqual(before);
      expect((await send(ada, ben, { template_id: id })).body.remaining).toBe(1);
    });

    test('returns 400 for the first drop with an allowance of 0, unless there is a bonus', async () => {
      const [ada, ben, eve] = [await person(), await person(), await person()];
      await giveBonus(ben, 1);
      await configure({ daily_allowance: 0 });
      const [first, ofBonus] = [await send(ada, eve, { content: 'Hi' }), await send(ben, eve, { content: 'Hi' })];
      await configure({ daily_allowance: 5, max_custom_drops_per_day: 0 });
      const custom = await send(ada, eve, { content: 'Hi' });
      await configure({ max_custom_drops_per_day: 3 });
      expect([first.body.code, ofBonus.status, custom.body.code]).toEqual([
        'drops.allowance-exceeded',
        201,
        'drops.custom-limit-exceeded',
      ]);
      expect(await stateOf(ada)).toEqual([[], undefined]);
      expect(await senderRowOf(ben)).toMatchObject({ daily_used: 0, bonus_used: 1, bonus_remaining: 0, total_sent: 1 });
    });

    test('returns 400 if the configured allowance falls below the sent drops', async () => {
      const [ada, ben] = [await person(), await person()];
      await write(ada, ben);
      await write(ada, ben);
      await configure({ daily_allowance: 1 });
      const [refused, allowance] = [await send(ada, ben, { content: 'Hi' }), await allowanceOf(ada)];
      await configure({ daily_allowance: 5 });
      expect(refused.body.code).toBe('drops.allowance-exceeded');
      expect(allowance).toMatchObject({ daily_allowance: 1, drops_used: 2, total_available: 0 });
    });

    test('resets at 00:00:00.000 UTC, not a millisecond before, and keeps the bonus', async () => {
      const [ada, ben, { id }] = [await person(), await person(), await template()];
      clock.set(new Date('2027-03-27T23:00:00.000Z'));
      const sign = async () => ({ ...ada, token: await app.issuer.sign(ada.id, clock.now(), { email: ada.email }) });
      const evening = await sign();
      await giveBonus(ada, 2);
      for (let count = 0; count < 6; count += 1)
        expect((await send(evening, ben, { template_id: id })).status).toBe(201);
      clock.set(new Date('2027-03-27T23:59:59.999Z'));
      const late = await sign();
      expect(await allowanceOf(late)).toMatchObject({ date: '2027-03-27', drops_used: 6, total_available: 1 });
      expect((await send(late, ben, { template_id: id })).status).toBe(201);
      expect((await send(late, ben, { template_id: id })).body.code).toBe('drops.allowance-exceeded');
      await giveBonus(ada, 1);
      clock.set(new Date('2027-03-28T00:00:00.000Z'));
      const next = await sign();
      expect(await allowanceOf(next)).toEqual({
        date: '2027-03-28',
        daily_allowance: 5,
        drops_used: 0,
        bonus_drops_earned: 1,
        custom_used: 0,
        total_available: 6,
      });
      expect((await send(next, ben, { template_id: id })).body.remaining).toBe(5);
      expect(await senderRowOf(ada)).toMatchObject({
        day: '2027-03-28',
        daily_used: 1,
        bonus_used: 0,
        bonus_remaining: 1,
      });
      // A node whose clock is behind does not start the former day again.
      clock.set(new Date('2027-03-27T23:59:59.998Z'));
      expect((await send(late, ben, { template_id: id })).body.remaining).toBe(4);
      expect(await senderRowOf(ada)).toMatchObject({ day: '2027-03-28', daily_used: 2, consecutive_days: 2 });
    });

    test('returns 400 regardless of the sender’s time zone', async () => {
      const [ada, ben, { id }] = [await person(), await person(), await template()];
      for (let count = 0; count < 5; count += 1) await write(ada, ben, { template_id: id, content: undefined });
      for (const timezone of ['Pacific/Kiritimati', 'Pacific/Niue']) {
        const { status } = await call(ada, 'PUT', '/api/user/profile', { preferences: { timezone } });
        expect(status).toBe(200);
        expect((await send(ada, ben, { template_id: id })).body.code).toBe('drops.allowance-exceeded');
        expect(await allowanceOf(ada)).toMatchObject({ total_available: 0 });
      }
    });
  });

  describe('with invalid content', () => {
    test.each([
      ['nothing', {}],
      ['both', { content: 'Well done', template_id: randomUUID() }],
      ['two nulls', { content: null, template_id: null }],
    ])('returns 400 for %s', async (_, fields) => {
      const [ada, ben] = [await person(), await person()];
      const { status, body } = await send(ada, ben, fields);
      expect({ status, code: body.code }).toEqual({ status: 400, code: 'drops.template-or-content' });
      expect(await stateOf(ada)).toEqual([[], undefined]);
    });

    test.each([
      ['an empty content', { content: '' }],
      ['a content that is too long', { content: 'x'.repeat(1_001) }],
      ['a content that is no text', { content: ['Well done'] }],
      ['a type that there is not', { content: 'Well done', drop_type: 'hug' }],
      ['a type of any', { content: 'Well done', drop_type: '%' }],
      ['no type', { content: 'Well done', drop_type: undefined }],
      ['no recipient', { content: 'Well done', recipient_id: undefined }],
      ['a recipient without a form', { content: 'Well done', recipient_id: 'ben' }],
      ['a list of recipients', { content: 'Well done', recipient_id: [randomUUID()] }],
      ['a template without a form', { template_id: 'one' }],
      ['an entry without a form', { content: 'Well done', entry_id: 'one' }],
    ])('returns 400 for %s', async (_, fields) => {
      const [ada, ben] = [await person(), await person()];
      const { status, body } = await send(ada, ben, fields);
      expect({ status, code: body.code }).toEqual({ status: 400, code: 'request.invalid' });
      expect(await stateOf(ada)).toEqual([[], undefined]);
    });

    test('returns 404 for a template that is not approved, of another type or unknown, and spends nothing', async () => {
      const [ada, ben] = [await person(), await person()];
      const ids = [
        (await template({ approval_status: 'pending' })).id,
        (await template({ approval_status: 'rejected' })).id,
        (await template({ type: 'science_tidbit' })).id,
        randomUUID(),
      ];
      const responses = await Promise.all(ids.map((template_id) => send(ada, ben, { template_id })));
      expect(responses.map(({ status, body }) => [status, body.code])).toEqual(
        ids.map(() => [404, 'drops.template-not-found']),
      );
      const bodies = responses.map(({ body }) => JSON.stringify(withoutRequestId(body)));
      expect(new Set(bodies).size).toBe(1);
      expect(await stateOf(ada)).toEqual([[], undefined]);
      expect((await allowanceOf(ada)).total_available).toBe(5);
    });
  });

  describe('to an unavailable recipient', () => {
    test('returns 400 for oneself, in any case, also for super admins', async () => {
      for (const one of [await person(), await superAdmin()]) {
        for (const id of [one.id, one.id.toUpperCase()]) {
          const { status, body } = await send(one, { id }, { content: 'Well done' });
          expect({ status, code: body.code }).toEqual({ status: 400, code: 'drops.to-oneself' });
        }
        expect(await stateOf(one)).toEqual([[], undefined]);
      }
    });

    test('returns the same 400 for a block in either direction and an inactive user', async () => {
      const [ada, ben, eve, gone] = [await person(), await person(), await person(), await person()];
      await block(ben, ada);
      await block(ada, eve);
      await setActive(gone.id, false);
      const responses = await Promise.all([ben, eve, gone].map((recipient) => send(ada, recipient, { content: 'Hi' })));
      expect(responses.map(({ status, body }) => [status, body.code])).toEqual(
        responses.map(() => [400, 'drops.recipient-unavailable']),
      );
      expect(new Set(responses.map(({ body }) => JSON.stringify(withoutRequestId(body)))).size).toBe(1);
      expect(await stateOf(ada)).toEqual([[], undefined]);
      expect(await notificationsOf(ben)).toEqual([]);
      expect((await send(ben, eve, { content: 'Hi' })).status, 'others among themselves').toBe(201);
    });

    test('returns 404 for an unknown user and for the assistant’s id', async () => {
      const ada = await person();
      for (const id of [randomUUID(), ASSISTANT_ID]) {
        const { status, body } = await send(ada, { id }, { content: 'Well done' });
        expect({ status, code: body.code }).toEqual({ status: 404, code: 'drops.recipient-not-found' });
      }
      expect(await stateOf(ada)).toEqual([[], undefined]);
    });
  });

  test('returns 401 without a token', async () => {
    expect((await send(null, await person(), { content: 'Well done' })).status).toBe(401);
  });

  describe('that fails', () => {
    const failing: [string, (tx: Tx) => Promise<unknown>][] = [
      ['at the badges', () => Promise.reject(new Error('Rolled back.'))],
      ['at a statement of the badges', (tx) => sql`select from no_such_table`.execute(tx)],
    ];

    test.each(failing)('returns 500 %s and stores nothing', async (_, fail) => {
      const [ada, ben, made] = [await person(), await person(), await template()];
      await write(ada, ben);
      const before = [await stateOf(ada), await notificationsOf(ben)];
      const { recalculateBadges } = deps;
      deps.recalculateBadges = async (tx) => {
        await fail(tx);
      };
      try {
        expect((await send(ada, ben, { template_id: made.id })).status).toBe(500);
      } finally {
        deps.recalculateBadges = recalculateBadges;
      }
      expect([await stateOf(ada), await notificationsOf(ben)]).toEqual(before);
      expect(await usageOf(made)).toBe(0);
      expect((await send(ada, ben, { template_id: made.id })).body.remaining).toBe(3);
    });
  });
});
