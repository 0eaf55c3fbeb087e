import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { untilLockWait } from '#test/lock-waits.ts';
import { type Person, startTestApp } from '#test/start-test-app.ts';
import { ASSISTANT_ID } from '../index.ts';
import { selectReceivedDrops, updateAsRead } from './drop.store.ts';
import { dropsOf, withoutRequestId } from './test-drops.ts';

const app = await startTestApp();
const { call, person, superAdmin, deps, clock } = app;
const { write, received, block, assist } = dropsOf(app);

const LIST = '/api/encouragement-drops/received';

const readTimesOf = async (reader: Person) => {
  const rows = await deps.db
    .selectFrom('drop_sent')
    .select(['id', 'read_at'])
    .where('recipient_id', '=', reader.id)
    .execute();
  return new Map(rows.map(({ id, read_at }) => [id, read_at?.toISOString() ?? null]));
};

const idsIn = ({ body }: { body: { drops: { id: string }[] } }) => body.drops.map(({ id }) => id);
const markRead = (reader: Person | null, id: string) => call(reader, 'POST', `${LIST}/${id}/read`);

/** Drops of several senders to one recipient, oldest first, a second apart. */
async function sendMany(recipient: Person, count: number): Promise<string[]> {
  const ids: string[] = [];
  while (ids.length < count) {
    clock.advance(1_000);
    ids.push((await write(await person(), recipient)).id);
  }
  return ids;
}

describe('GET /api/encouragement-drops/received', () => {
  test('returns drops with their senders, newest first, without engagement', async () => {
    const [ada, ben] = [await person(), await person()];
    const { status } = await call(ada, 'PUT', '/api/user/profile', {
      full_name: 'Ada',
      avatar_url: 'https://a.test/a.png',
    });
    expect(status).toBe(200);
    const { engaged: _, bonus_drops_awarded: __, ...first } = await write(ada, ben, { content: 'One' });
    clock.advance(1_000);
    const { engaged: ___, bonus_drops_awarded: ____, ...second } = await write(ada, ben, { content: 'Two' });
    const sender = { id: ada.id, full_name: 'Ada', avatar_url: 'https://a.test/a.png', is_ai: false };
    const response = await received(ben);
    expect({ status: response.status, body: response.body }).toEqual({
      status: 200,
      body: {
        drops: [
          { ...second, sender },
          { ...first, sender },
        ],
        next_cursor: null,
      },
    });
    expect(response.text).not.toMatch(/engage|bonus|email|role/);
    expect((await received(ada)).body).toEqual({ drops: [], next_cursor: null });
  });

  test('returns unread drops as unread and marks exactly those as read', async () => {
    const ben = await person();
    const [oldest, middle, newest] = await sendMany(ben, 3);
    const first = await received(ben, '?limit=2');
    expect(idsIn(first)).toEqual([newest, middle]);
    expect(first.body.drops.map(({ read_at }: { read_at: unknown }) => read_at)).toEqual([null, null]);
    const readAt = clock.now().toISOString();
    expect(await readTimesOf(ben)).toEqual(
      new Map([
        [oldest, null],
        [middle, readAt],
        [newest, readAt],
      ]),
    );
    clock.advance(60_000);
    const again = await received(ben);
    expect(again.body.drops.map(({ read_at }: { read_at: unknown }) => read_at)).toEqual([readAt, readAt, null]);
    expect((await readTimesOf(ben)).get(newest ?? ''), 'the first time stays').toBe(readAt);
  });

  test('leaves drops unread with mark_read=false', async () => {
    const ben = await person();
    const [id] = await sendMany(ben, 1);
    for (let round = 0; round < 2; round += 1) {
      expect((await received(ben, '?mark_read=false')).body.drops).toMatchObject([{ id, read_at: null }]);
    }
    expect((await received(ben, '?mark_read=true')).body.drops).toMatchObject([{ id, read_at: null }]);
    expect((await received(ben, '?mark_read=false')).body.drops).toMatchObject([
      { read_at: clock.now().toISOString() },
    ]);
  });

  test('leaves drops unread during impersonation', async () => {
    const [ben, root] = [await person(), await superAdmin()];
    const [id] = await sendMany(ben, 1);
    const started = await call(root, 'POST', '/api/admin/impersonate', { target_id: ben.id, reason: 'To help' });
    const impersonator = { ...root, token: started.body.token };
    expect(idsIn(await received(impersonator))).toEqual([id]);
    expect(await readTimesOf(ben)).toEqual(new Map([[id, null]]));
  });

  test('pages through drops of the same instant', async () => {
    const [ben, senders] = [await person(), await Promise.all(Array.from({ length: 7 }, () => person()))];
    const ids = new Set((await Promise.all(senders.map((sender) => write(sender, ben)))).map(({ id }) => id));
    const found: string[] = [];
    let cursor: string | null = null;
    do {
      const response = await received(ben, `?limit=3${cursor === null ? '' : `&cursor=${cursor}`}`);
      found.push(...idsIn(response));
      cursor = response.body.next_cursor;
    } while (cursor !== null);
    expect(found).toHaveLength(7);
    expect(new Set(found)).toEqual(ids);
  });

  test('names the assistant, which has no profile', async () => {
    const ben = await person();
    const id = await assist(ben);
    expect((await received(ben)).body.drops).toMatchObject([
      {
        id,
        sender_id: ASSISTANT_ID,
        sender: { id: ASSISTANT_ID, full_name: 'Meadow', avatar_url: null, is_ai: true },
      },
    ]);
  });

  test('omits drops of blocked pairs and does not mark them', async () => {
    const [ben, ada, eve] = [await person(), await person(), await person()];
    const [fromAda, fromEve] = [await write(ada, ben), await write(eve, ben)];
    await block(ben, ada);
    await block(eve, ben);
    expect(idsIn(await received(ben))).toEqual([]);
    expect(new Set((await readTimesOf(ben)).values())).toEqual(new Set([null]));
    await deps.db.deleteFrom('user_block').where('blocked_id', '=', ada.id).execute();
    expect(idsIn(await received(ben))).toEqual([fromAda.id]);
    expect((await readTimesOf(ben)).get(fromEve.id)).toBeNull();
  });

  test('returns drops of inactive users without their names', async () => {
    const [ben, ada] = [await person(), await person()];
    await write(ada, ben);
    await deps.db.updateTable('profile').set({ is_active: false }).where('id', '=', ada.id).execute();
    expect((await received(ben)).body.drops).toMatchObject([
      { sender: { id: ada.id, full_name: 'Former member', avatar_url: null } },
    ]);
  });

  test.each(['limit=0', 'limit=501', 'limit=Infinity', 'cursor=x', 'mark_read=no', 'mark_read='])(
    'returns 400 for %s',
    async (query) => {
      expect((await received(await person(), `?${query}`)).status).toBe(400);
    },
  );

  test('returns 401 without a token', async () => {
    expect((await received(null)).status).toBe(401);
  });

  test('reads a page by an index with many drops', async () => {
    const after = { createdAt: clock.now(), id: randomUUID() };
    const plan = await deps.db.transaction().execute(async (tx) => {
      await sql`set local enable_seqscan = off`.execute(tx);
      await sql`set local enable_sort = off`.execute(tx);
      const { rows } = await sql<{
        'QUERY PLAN': string;
      }>`explain ${selectReceivedDrops(tx, randomUUID(), after, 501)}`.execute(tx);
      return rows.map((row) => row['QUERY PLAN']).join('\n');
    });
    expect(plan).toContain('Index Scan using drop_sent_recipient_id_date_sent_idx');
    // Only the blocks of the viewer are read, once.
    expect(plan).toContain('Index Cond: (blocker_id =');
    expect(plan).toContain('Index Cond: (blocked_id =');
    expect(plan).not.toMatch(/Seq Scan|Sort/);
  });
});

describe('POST /api/encouragement-drops/received/:id/read', () => {
  test('marks a drop once and returns it', async () => {
    const ben = await person();
    const [other, id] = (await sendMany(ben, 2)) as [string, string];
    const readAt = clock.now().toISOString();
    const { status, body } = await markRead(ben, id);
    expect(status).toBe(200);
    expect(body.drop).toMatchObject({ id, read_at: readAt, sender: { full_name: 'A Person' } });
    clock.advance(60_000);
    expect((await markRead(ben, id)).body).toEqual(body);
    expect(await readTimesOf(ben)).toEqual(
      new Map([
        [other, null],
        [id, readAt],
      ]),
    );
  });

  test('concurrent calls keep the first time', async () => {
    const ben = await person();
    const [id] = (await sendMany(ben, 1)) as [string];
    const first = clock.now();
    const other = await deps.db.startTransaction().execute();
    await updateAsRead(other, ben.id, [id], first);
    const second = updateAsRead(deps.db, ben.id, [id], new Date(first.getTime() + 1_000));
    await untilLockWait(deps.db, second);
    await other.commit().execute();
    await second;
    expect(await readTimesOf(ben)).toEqual(new Map([[id, first.toISOString()]]));
  });

  test('marks a drop of the assistant', async () => {
    const ben = await person();
    const { status, body } = await markRead(ben, await assist(ben));
    expect([status, body.drop.sender_id]).toEqual([200, ASSISTANT_ID]);
  });

  test('returns 400 for an id that is not a UUID', async () => {
    expect((await markRead(await person(), 'abc')).status).toBe(400);
  });

  test('returns 401 without a token and marks nothing', async () => {
    const ben = await person();
    const [id] = (await sendMany(ben, 1)) as [string];
    expect((await markRead(null, id)).status).toBe(401);
    expect(await readTimesOf(ben)).toEqual(new Map([[id, null]]));
  });

  test('returns the same 404 for drops of other users, of blocked pairs and unknown ones', async () => {
    const [ada, ben, eve, root] = [await person(), await person(), await person(), await superAdmin()];
    const { id } = await write(ada, ben);
    const unknown = await markRead(eve, randomUUID());
    expect([unknown.status, unknown.body.code]).toEqual([404, 'drops.not-found']);
    for (const stranger of [ada, eve, root]) {
      const response = await markRead(stranger, id);
      expect(response.status).toBe(404);
      expect(withoutRequestId(response.body)).toEqual(withoutRequestId(unknown.body));
    }
    await block(ben, ada);
    expect((await markRead(ben, id)).status).toBe(404);
    expect(await readTimesOf(ben)).toEqual(new Map([[id, null]]));
  });
});
