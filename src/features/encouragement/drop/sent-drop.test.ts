import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { type Person, startTestApp } from '#test/start-test-app.ts';
import { selectSentDrops } from './drop.store.ts';
import { dropsOf } from './test-drops.ts';

const app = await startTestApp();
const { call, person, deps, clock } = app;
const { write, received, block, template, send } = dropsOf(app);

const LIST = '/api/encouragement-drops/sent';
const sent = (reader: Person | null, query = '') => call(reader, 'GET', `${LIST}${query}`);
const idsIn = ({ body }: { body: { drops: { id: string }[] } }) => body.drops.map(({ id }) => id);

describe('GET /api/encouragement-drops/sent', () => {
  test('returns sent drops with their recipients, newest first', async () => {
    const [ada, ben] = [await person(), await person()];
    const profile = { full_name: 'Ben', avatar_url: 'https://a.test/b.png' };
    expect((await call(ben, 'PUT', '/api/user/profile', profile)).status).toBe(200);
    const { read_at: _, ...first } = await write(ada, ben, { content: 'One' });
    clock.advance(1_000);
    const { id: template_id } = await template();
    const { read_at: __, ...second } = (await send(ada, ben, { template_id })).body.drop;
    const rest = { engaged_at: null, recipient: { id: ben.id, ...profile, is_ai: false } };
    const { status, body } = await sent(ada);
    expect({ status, body }).toEqual({
      status: 200,
      body: {
        drops: [
          { ...second, ...rest },
          { ...first, ...rest },
        ],
        next_cursor: null,
      },
    });
    expect(body.drops).toMatchObject([
      { template_id, is_custom: false, title: 'Onwards', content: 'Keep going', entry_id: null, engaged: false },
      { template_id: null, is_custom: true, title: null, content: 'One', bonus_drops_awarded: 0 },
    ]);
    expect((await sent(ben)).body).toEqual({ drops: [], next_cursor: null });
  });

  test('returns the entry, the engagement and its bonus drops', async () => {
    const [ada, ben] = [await person(), await person()];
    const entry = { title: 'A run', content: 'Rain', mood: 'calm', content_visibility: 'public' };
    const { body } = await call(ben, 'POST', '/api/journal', { ...entry, metadata_visibility: 'public' });
    const { id } = await write(ada, ben, { entry_id: body.entry.id });
    const engaged_at = clock.now();
    await deps.db.updateTable('drop_sent').set({ engaged_at, bonus_drops_awarded: 2 }).where('id', '=', id).execute();
    expect((await sent(ada)).body.drops).toMatchObject([
      {
        id,
        entry_id: body.entry.id,
        engaged: true,
        engaged_at: engaged_at.toISOString(),
        bonus_drops_awarded: 2,
      },
    ]);
  });

  test('never tells whether the recipient has read a drop', async () => {
    const [ada, ben] = [await person(), await person()];
    await write(ada, ben);
    await received(ben);
    expect((await sent(ada)).text).not.toContain('read_at');
  });

  test('pages through drops of the same instant', async () => {
    const [ada, recipients] = [await person(), await Promise.all(Array.from({ length: 5 }, () => person()))];
    const ids: string[] = [];
    for (const recipient of recipients.slice(0, 3)) ids.push((await write(ada, recipient)).id);
    const { id: template_id } = await template();
    for (const recipient of recipients.slice(3)) ids.push((await send(ada, recipient, { template_id })).body.drop.id);
    const found: string[] = [];
    let cursor: string | null = null;
    do {
      const response = await sent(ada, `?limit=2${cursor === null ? '' : `&cursor=${cursor}`}`);
      expect(response.body.drops.length).toBeLessThanOrEqual(2);
      found.push(...idsIn(response));
      cursor = response.body.next_cursor;
    } while (cursor !== null);
    expect(found).toHaveLength(5);
    expect(new Set(found)).toEqual(new Set(ids));
  });

  test('omits drops to users in a blocked pair', async () => {
    const [ada, ben, eve, kim] = [await person(), await person(), await person(), await person()];
    const drops = [await write(ada, ben), await write(ada, eve), await write(ada, kim)];
    await block(ada, ben);
    await block(eve, ada);
    expect(idsIn(await sent(ada))).toEqual([drops[2].id]);
    await deps.db.deleteFrom('user_block').where('blocker_id', '=', ada.id).execute();
    expect(new Set(idsIn(await sent(ada)))).toEqual(new Set([drops[0].id, drops[2].id]));
  });

  test('returns drops to inactive users without their names', async () => {
    const [ada, ben] = [await person(), await person()];
    expect((await call(ben, 'PUT', '/api/user/profile', { avatar_url: 'https://a.test/b.png' })).status).toBe(200);
    await write(ada, ben);
    await deps.db.updateTable('profile').set({ is_active: false }).where('id', '=', ben.id).execute();
    expect((await sent(ada)).body.drops).toMatchObject([
      { recipient: { id: ben.id, full_name: 'Former member', avatar_url: null, is_ai: false } },
    ]);
  });

  test.each(['limit=0', 'limit=501', 'limit=Infinity', 'cursor=x'])('returns 400 for %s', async (query) => {
    expect((await sent(await person(), `?${query}`)).status).toBe(400);
  });

  test('returns 401 without a token', async () => {
    expect((await sent(null)).status).toBe(401);
  });

  test('reads a page by an index with many drops', async () => {
    const after = { createdAt: clock.now(), id: randomUUID() };
    const plan = await deps.db.transaction().execute(async (tx) => {
      await sql`set local enable_seqscan = off`.execute(tx);
      await sql`set local enable_sort = off`.execute(tx);
      const { rows } = await sql<{
        'QUERY PLAN': string;
      }>`explain ${selectSentDrops(tx, randomUUID(), after, 501)}`.execute(tx);
      return rows.map((row) => row['QUERY PLAN']).join('\n');
    });
    expect(plan).toContain('Index Scan using drop_sent_sender_id_date_sent_idx');
    expect(plan).not.toMatch(/Seq Scan|Sort/);
  });
});
