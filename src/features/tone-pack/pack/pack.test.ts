import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { countStatements } from '#test/count-statements.ts';
import { type Person, startTestApp } from '#test/start-test-app.ts';
import { packsOf, withoutRequestId } from '../test-packs.ts';
import { listPacks } from './pack.actions.ts';
import { MAX_OWN_PACKS } from './pack.rules.ts';
import { listPublicPacks } from './pack.store.ts';

const app = await startTestApp();
const { person, superAdmin, call, deps, clock } = app;
const { make, offer, share, purchase, read } = packsOf(app);

const list = (viewer: Person | null, query = '') => call(viewer, 'GET', `/api/tone-packs${query}`);
const change = (user: Person | null, { id }: { id: string }, fields: object) =>
  call(user, 'PUT', `/api/tone-packs/${id}`, fields);
const remove = (user: Person | null, { id }: { id: string }) => call(user, 'DELETE', `/api/tone-packs/${id}`);
const rowOf = ({ id }: { id: string }) =>
  deps.db.selectFrom('tone_pack').selectAll().where('id', '=', id).executeTakeFirst();

/** Returns the lists that contain a pack for the viewer, on any page. */
async function listsWith(viewer: Person, pack: { id: string }): Promise<string[]> {
  const { next_cursor, ...lists } = (await list(viewer)).body;
  expect(next_cursor).toBeNull();
  return Object.keys(lists).filter((name) => lists[name].some(({ id }: { id: string }) => id === pack.id));
}

/** Fields that no pack can have, for making and for changing alike. */
const INVALID_FIELDS: [what: string, fields: object][] = [
  ['an empty name', { name: '' }],
  ['a name of 101 characters', { name: 'n'.repeat(101) }],
  ['a name of null', { name: null }],
  ['a description of 1,001 characters', { description: 'd'.repeat(1_001) }],
  ['a description of null', { description: null }],
  ['a theme that there is not', { theme: 'oil' }],
  ['a theme in capitals', { theme: 'Origami' }],
  ['a flag that is a text', { is_public: 'true' }],
  ['a flag of null', { is_public: null }],
  ['a price below zero', { price_drops: -1 }],
  ['a price of null', { price_drops: null }],
  ['a price of true', { price_drops: true }],
  ['a price that is a text', { price_drops: '10' }],
  ['half a drop', { price_drops: 0.5 }],
  ['a price of 1,000,001', { price_drops: 1_000_001 }],
  ['a price beyond the column', { price_drops: 2_147_483_648 }],
  ['a price beyond all numbers', { price_drops: 1e21 }],
];

/** Read-only fields of a pack. */
const FOREIGN_KEYS = {
  id: '0a0a0a0a-1111-4222-8333-444444444444',
  owner_id: '0a0a0a0a-1111-4222-8333-444444444444',
  unlisted_at: '2001-01-01T00:00:00.000Z',
  access: 'purchased',
  created_at: '2001-01-01T00:00:00.000Z',
  generation_lease_id: '0a0a0a0a-1111-4222-8333-444444444444',
};

describe('Counts and covers of packs', () => {
  const addImages = (pack: { id: string; owner_id: string }, ...tones: ('sad' | 'joyful')[]) =>
    deps.db
      .insertInto('tone_pack_image')
      .values(
        tones.map((tone) => ({
          pack_id: pack.id,
          tone,
          image_key: `tone-packs/${pack.owner_id}/${pack.id}/${tone}-1.png`,
          preview_size: 256,
          created_at: clock.now(),
        })),
      )
      .execute();

  test('show the image of the first tone: signed with access, a preview without', async () => {
    const [ada, ben] = await Promise.all([person({ name: 'Ada' }), person()]);
    const pack = await offer(ada);
    await addImages(pack, 'sad', 'joyful');
    const path = `${ada.id}/${pack.id}/joyful-1`;
    const [own] = (await list(ada)).body.own;
    expect(own).toMatchObject({ image_count: 2, bought_count: 0 });
    expect(own.cover_url).toContain(`/media/tone-packs/${path}.png?expires=`);
    const found = (await list(ben)).body.public.find(({ id }: { id: string }) => id === pack.id);
    expect(found).toMatchObject({ image_count: 2, bought_count: null, owner: { id: ada.id, full_name: 'Ada' } });
    const url = `http://meadow.test/media/tone-pack-previews/${path}.webp`;
    expect(found).toMatchObject({ cover_url: url, cover: { url, width: 256, height: 256, color: null } });
    expect(own.cover).toEqual(found.cover);
    expect((await make(ada)).cover).toBeNull();
  });

  test('count purchases for the owner only, and name no deactivated owner', async () => {
    const [ada, ben] = await Promise.all([person(), person()]);
    const pack = await offer(ada);
    await purchase(ben, pack);
    expect((await read(ada, pack)).body.pack).toMatchObject({ bought_count: 1, owner: { id: ada.id } });
    await deps.db.updateTable('profile').set({ is_active: false }).where('id', '=', ada.id).execute();
    expect((await list(ben)).body.purchased).toMatchObject([{ id: pack.id, bought_count: null, owner: null }]);
  });

  test('cost one statement more than the lists', async () => {
    const ada = await person();
    const actor = { userId: ada.id, isSuperAdmin: false } as Parameters<typeof listPacks>[1];
    for (const packs of [1, 5]) {
      while ((await list(ada)).body.own.length < packs) await make(ada);
      const { db, count } = countStatements(deps.db);
      expect((await listPacks({ ...deps, db }, actor, {})).own).toHaveLength(packs);
      expect(count()).toBe(5);
    }
  });
});

describe('GET /api/tone-packs', () => {
  test("returns each pack in one list, by the viewer's access", async () => {
    const [ada, ben, eve] = await Promise.all([person(), person(), person()]);
    const own = await make(ben);
    const [shared, gift, sold, hidden] = await Promise.all([make(ada), offer(ada, 0), offer(ada, 5), make(ada)]);
    await share(ada, shared, ben.id);
    await purchase(ben, sold);
    expect(await listsWith(ben, own)).toEqual(['own']);
    expect(await listsWith(ben, shared)).toEqual(['shared']);
    expect(await listsWith(ben, gift)).toEqual(['public']);
    expect(await listsWith(ben, hidden)).toEqual([]);
    expect(await listsWith(eve, own)).toEqual([]);
    expect(await listsWith(eve, shared)).toEqual([]);

    // A public pack is in the public list even if the viewer has bought it.
    expect(await listsWith(ben, sold)).toEqual(['public']);
    await change(ada, sold, { is_public: false });
    expect(await listsWith(ben, sold)).toEqual(['purchased']);
    await share(ada, sold, ben.id);
    expect(await listsWith(ben, sold)).toEqual(['shared']);
    await remove(ada, sold);
    expect(await listsWith(ben, sold)).toEqual(['purchased']);
    expect(await listsWith(ada, sold)).toEqual([]);
    expect(await listsWith(eve, sold)).toEqual([]);
  });

  test('returns each pack like GET of the pack', async () => {
    const [ada, ben] = await Promise.all([person(), person()]);
    const packs = await Promise.all([make(ada), offer(ada, 0), offer(ada, 5), offer(ada, 6)]);
    await share(ada, packs[0], ben.id);
    await purchase(ben, packs[2]);
    const { body } = await list(ben);
    const listed = [...body.shared, ...body.public, ...body.purchased];
    const access = ['shared', 'free', 'purchased', 'for_sale'];
    for (const [index, pack] of packs.entries()) {
      const found = listed.filter(({ id }) => id === pack.id);
      expect(found).toEqual([(await read(ben, pack)).body.pack]);
      expect(found[0]).toEqual({ ...pack, access: access[index], bought_count: null });
    }
  });

  test('pages through public packs, newest first, with the other lists on every page', async () => {
    const [ada, ben] = await Promise.all([person(), person()]);
    const made: string[] = [];
    for (let count = 0; count < 7; count += 1) {
      made.unshift((await offer(ada, 5)).id);
      clock.advance(count % 2);
    }
    const own = await offer(ben);
    const bought = made[6] as string;
    await purchase(ben, { id: bought });
    const listed: { id: string; created_at: string }[] = [];
    let cursor: string | null = '';
    while (cursor !== null) {
      const { status, body } = await list(ben, `?limit=2${cursor && `&cursor=${cursor}`}`);
      expect(status).toBe(200);
      expect(body.public.length).toBeLessThanOrEqual(2);
      expect(body.own.map(({ id }: { id: string }) => id)).toEqual([own.id]);
      // Bought, and on one page among the public ones: it is in each answer, and in none twice.
      const all = [...body.own, ...body.shared, ...body.public, ...body.purchased].map(({ id }) => id);
      expect(all.filter((id) => id === bought)).toEqual([bought]);
      listed.push(...body.public);
      cursor = body.next_cursor;
    }
    expect(
      listed
        .map(({ id }) => id)
        .filter((id) => made.includes(id))
        .toSorted(),
    ).toEqual(made.toSorted());
    const times = listed.map(({ created_at }) => created_at);
    expect(times).toEqual(times.toSorted().reverse());
  });

  test('returns no more to a super admin', async () => {
    const [ada, root] = await Promise.all([person(), superAdmin()]);
    expect(await listsWith(root, await make(ada))).toEqual([]);
  });

  test.each(['limit=0', 'limit=501', 'limit=abc', 'limit=Infinity', 'cursor=abc'])(
    'returns 400 for %s',
    async (query) => {
      expect((await list(await person(), `?${query}`)).status).toBe(400);
    },
  );

  test('omits packs of inactive owners, except purchased ones', async () => {
    const [ada, ben, zoe, root] = await Promise.all([person(), person(), person(), superAdmin()]);
    const [sold, gift, shared] = await Promise.all([offer(ada), offer(ada, 0), make(ada)]);
    await share(ada, shared, ben.id);
    await purchase(zoe, sold);
    const setActive = (is_active: boolean) => call(root, 'PUT', `/api/admin/users/${ada.id}`, { is_active });
    const seenBy = async (viewer: Person) => {
      const packs = [sold, gift, shared];
      const lists = await Promise.all(packs.map((pack) => listsWith(viewer, pack)));
      const reads = await Promise.all(packs.map((pack) => read(viewer, pack)));
      return packs.map((_, index) => [...(lists[index] ?? []), reads[index]?.status]);
    };
    expect((await setActive(false)).status).toBe(200);
    expect(await seenBy(ben)).toEqual([[404], [404], [404]]);
    expect(await seenBy(zoe)).toEqual([['purchased', 200], [404], [404]]);
    expect(await seenBy(root)).toEqual([['public', 200], ['public', 200], [404]]);
    for (const buyer of [ben, root]) expect((await purchase(buyer, sold)).status).toBe(404);
    expect((await call(ben, 'POST', `/api/tone-packs/${gift.id}/activate`)).status).toBe(404);
    expect((await call(zoe, 'POST', `/api/tone-packs/${sold.id}/activate`)).status).toBe(200);
    await setActive(true);
    expect(await seenBy(ben)).toEqual([
      ['public', 200],
      ['public', 200],
      ['shared', 200],
    ]);
    expect((await purchase(ben, sold)).status).toBe(201);
  });

  test('returns 401 without a token', async () => {
    expect((await list(null)).status).toBe(401);
  });

  test('reads a page of public packs by an index', async () => {
    const queries: string[] = [];
    const viewer = randomUUID();
    await deps.db.transaction().execute(async (tx) => {
      await sql`set local enable_seqscan = off`.execute(tx);
      await sql`set local enable_sort = off`.execute(tx);
      const compiled = sql<{ 'QUERY PLAN': string }>`
        explain select id from tone_pack
        where is_public and unlisted_at is null and owner_id is distinct from ${viewer}
          and not exists (select from tone_pack_share where pack_id = tone_pack.id and user_id = ${viewer})
          and not coalesce((select true from profile where id = tone_pack.owner_id and not is_active), false)
        order by created_at desc, id desc limit 500`;
      queries.push(...(await compiled.execute(tx)).rows.map((row) => row['QUERY PLAN']));
      expect(await listPublicPacks(tx, { userId: viewer, isSuperAdmin: false }, null, 1)).toHaveLength(1);
    });
    expect(queries.join('\n')).toContain('tone_pack_public_created_at_idx');
    expect(queries.join('\n')).not.toContain('Sort');
  });
});

describe('GET /api/tone-packs/:id', () => {
  test('returns the pack, without images before generation', async () => {
    const [ada, ben, eve] = await Promise.all([person(), person(), person()]);
    const [shared, sold] = await Promise.all([make(ada), offer(ada)]);
    await share(ada, shared, ben.id);
    expect((await read(ada, shared)).body).toEqual({ pack: shared, images: [] });
    expect((await read(ben, shared)).body).toEqual({
      pack: { ...shared, access: 'shared', bought_count: null },
      images: [],
    });
    expect((await read(eve, sold)).body).toEqual({
      pack: { ...sold, access: 'for_sale', bought_count: null },
      images: [],
    });
  });

  test('returns the same 404 for an invisible and an unknown pack', async () => {
    const [ada, eve, root] = await Promise.all([person(), person(), superAdmin()]);
    const pack = await make(ada, { name: 'Canary' });
    for (const viewer of [eve, root]) {
      const hidden = await read(viewer, pack);
      const unknown = await read(viewer, { id: randomUUID() });
      expect(hidden.status).toBe(404);
      expect(withoutRequestId(hidden.body)).toEqual(withoutRequestId(unknown.body));
    }
  });

  test('returns 400 for an id that is not a UUID and a mood of 51 characters', async () => {
    const ada = await person();
    expect((await read(ada, { id: 'pack' })).status).toBe(400);
    expect((await read(ada, await make(ada), `?mood=${'m'.repeat(51)}`)).status).toBe(400);
  });

  test('returns 401 without a token', async () => {
    expect((await read(null, await make(await person()))).status).toBe(401);
  });
});

describe('POST /api/tone-packs', () => {
  test('creates a private free pack by default', async () => {
    const ada = await person();
    const { status, body } = await call(ada, 'POST', '/api/tone-packs', { name: 'Folds', theme: 'origami' });
    expect({ status, body }).toEqual({
      status: 201,
      body: {
        pack: {
          id: expect.any(String),
          owner_id: ada.id,
          owner: { id: ada.id, full_name: expect.any(String), avatar_url: null, is_ai: false },
          name: 'Folds',
          description: '',
          theme: 'origami',
          is_public: false,
          price_drops: 0,
          access: 'own',
          image_count: 0,
          cover_url: null,
          cover: null,
          bought_count: 0,
          unlisted_at: null,
          created_at: clock.now().toISOString(),
          updated_at: clock.now().toISOString(),
        },
      },
    });
    expect(await rowOf(body.pack)).toMatchObject({ owner_id: ada.id, name: 'Folds', generation_lease_id: null });
  });

  test.each([
    'origami',
    'animals',
    'nature',
    'abstract',
    'geometric',
    'minimalist',
    'watercolor',
    'line-art',
    'icons',
    'emojis',
    'shapes',
    'patterns',
  ])('accepts the theme %s', async (theme) => {
    expect((await make(await person(), { theme })).theme).toBe(theme);
  });

  test.each([
    ['names of 100 characters of four bytes', { name: '🌻'.repeat(100), description: '🌻'.repeat(1_000) }],
    ['the highest price', { is_public: true, price_drops: 1_000_000 }],
    ['no price', { is_public: true, price_drops: 0 }],
  ])('accepts %s', async (_what, fields) => {
    expect(await make(await person(), fields)).toMatchObject(fields);
  });

  test('ignores read-only fields', async () => {
    const ada = await person();
    const pack = await make(ada, FOREIGN_KEYS);
    expect(pack).toMatchObject({ owner_id: ada.id, unlisted_at: null, access: 'own' });
    expect(pack.id).not.toBe(FOREIGN_KEYS.id);
    expect(await rowOf(pack)).toMatchObject({ generation_lease_id: null, created_at: clock.now() });
  });

  test('returns 400 for the 501st pack and accepts another after a deletion', async () => {
    const ada = await person();
    const now = clock.now();
    const rows = Array.from({ length: MAX_OWN_PACKS - 1 }, (_, number) => ({
      id: deps.ids.next(),
      owner_id: ada.id,
      name: `Pack ${number}`,
      theme: 'icons' as const,
      created_at: now,
      updated_at: now,
    }));
    await deps.db.insertInto('tone_pack').values(rows).execute();
    const asked = { name: 'One more', theme: 'icons' };
    const responses = await Promise.all(Array.from({ length: 5 }, () => call(ada, 'POST', '/api/tone-packs', asked)));
    expect(responses.map(({ status }) => status).toSorted()).toEqual([201, 400, 400, 400, 400]);
    expect(responses.find(({ status }) => status === 400)?.body.code).toBe('tone-pack.too-many');
    expect((await list(ada)).body.own).toHaveLength(MAX_OWN_PACKS);
    await remove(ada, { id: rows[0]?.id ?? '' });
    expect((await call(ada, 'POST', '/api/tone-packs', asked)).status).toBe(201);
  });

  test.each([...INVALID_FIELDS, ['no name', { name: undefined }], ['no theme', { theme: undefined }]])(
    'returns 400 for %s',
    async (_what, fields) => {
      const ada = await person();
      const asked = { name: 'A pack', theme: 'nature', ...(fields as object) };
      expect((await call(ada, 'POST', '/api/tone-packs', asked)).status).toBe(400);
      expect((await list(ada)).body.own).toEqual([]);
    },
  );

  test('returns 401 without a token', async () => {
    expect((await call(null, 'POST', '/api/tone-packs', { name: 'A pack', theme: 'nature' })).status).toBe(401);
  });
});

describe('PUT /api/tone-packs/:id', () => {
  test('changes the given fields only', async () => {
    const ada = await person();
    const pack = await offer(ada, 7, { description: 'Before' });
    clock.advance(1_000);
    const fields = { name: 'After', theme: 'line-art', is_public: false, price_drops: 9 };
    const { status, body } = await change(ada, pack, fields);
    const changed = { ...pack, ...fields, updated_at: clock.now().toISOString() };
    expect({ status, body }).toEqual({ status: 200, body: { pack: changed } });
    expect((await read(ada, pack)).body.pack).toEqual(changed);
    expect((await change(ada, pack, { description: '', ...FOREIGN_KEYS })).body.pack).toEqual({
      ...changed,
      description: '',
    });
  });

  test('hides a pack from all but buyers and recipients', async () => {
    const [ada, ben, eve, zoe] = await Promise.all([person(), person(), person(), person()]);
    const pack = await offer(ada);
    await purchase(ben, pack);
    await share(ada, pack, zoe.id);
    await change(ada, pack, { is_public: false, price_drops: 1_000 });
    expect((await read(ben, pack)).body.pack.access).toBe('purchased');
    expect((await read(zoe, pack)).body.pack.access).toBe('shared');
    expect((await read(eve, pack)).status).toBe(404);
  });

  test('returns 403 for other users who can see the pack and 404 for the rest', async () => {
    const [ada, ben, eve, root] = await Promise.all([person(), person(), person(), superAdmin()]);
    const [shared, gift, sold] = await Promise.all([make(ada), offer(ada, 0), offer(ada, 5)]);
    await share(ada, shared, ben.id);
    await purchase(ben, sold);
    for (const pack of [shared, gift, sold]) {
      const response = await change(ben, pack, { name: 'Mine' });
      expect([response.status, response.body.code]).toEqual([403, 'tone-pack.not-owner']);
    }
    for (const viewer of [eve, root]) expect((await change(viewer, shared, { name: 'Mine' })).status).toBe(404);
    await remove(ada, sold);
    expect((await change(ada, sold, { name: 'Back' })).status).toBe(404);
    expect(await rowOf(sold)).toMatchObject({ name: 'A pack' });
  });

  test.each(INVALID_FIELDS)('returns 400 for %s', async (_what, fields) => {
    const ada = await person();
    const pack = await make(ada);
    expect((await change(ada, pack, fields)).status).toBe(400);
    expect((await read(ada, pack)).body.pack).toEqual(pack);
  });

  test('returns 401 without a token', async () => {
    expect((await change(null, await make(await person()), {})).status).toBe(401);
  });
});

describe('DELETE /api/tone-packs/:id', () => {
  test('deletes a pack without purchases, with its shares', async () => {
    const [ada, ben] = await Promise.all([person(), person()]);
    const pack = await offer(ada, 0);
    await share(ada, pack, ben.id);
    const { status, body } = await remove(ada, pack);
    expect({ status, body }).toEqual({ status: 200, body: { message: 'The tone pack is deleted.' } });
    expect(await rowOf(pack)).toBeUndefined();
    for (const viewer of [ada, ben]) expect((await read(viewer, pack)).status).toBe(404);
    expect((await remove(ada, pack)).status).toBe(404);
  });

  test('unlists a purchased pack, which only its buyers keep', async () => {
    const [ada, ben, eve, zoe] = await Promise.all([person(), person(), person(), person()]);
    const pack = await offer(ada);
    await purchase(ben, pack);
    await share(ada, pack, zoe.id);
    clock.advance(1_000);
    const { status, body } = await remove(ada, pack);
    expect(status).toBe(200);
    expect(body.message).toContain('keep it');
    const kept = await read(ben, pack);
    expect([kept.status, kept.body.pack.access, kept.body.pack.unlisted_at]).toEqual([
      200,
      'purchased',
      clock.now().toISOString(),
    ]);
    for (const viewer of [ada, eve, zoe]) expect((await read(viewer, pack)).status).toBe(404);
    expect((await purchase(eve, pack)).status).toBe(404);
    expect((await remove(ada, pack)).status).toBe(404);
  });

  test('returns 403 for other users who can see the pack and 404 for the rest', async () => {
    const [ada, ben, root] = await Promise.all([person(), person(), superAdmin()]);
    const [gift, hidden] = await Promise.all([offer(ada, 0), make(ada)]);
    expect((await remove(ben, gift)).status).toBe(403);
    expect((await remove(root, gift)).status).toBe(403);
    expect((await remove(ben, hidden)).status).toBe(404);
    expect(await rowOf(gift)).toBeDefined();
    expect(await rowOf(hidden)).toBeDefined();
  });

  test('returns 400 for an id that is not a UUID', async () => {
    expect((await remove(await person(), { id: 'pack' })).status).toBe(400);
  });

  test('returns 401 without a token', async () => {
    expect((await remove(null, await make(await person()))).status).toBe(401);
  });
});

test('buyers keep a pack when its owner is deleted', async () => {
  const [ada, ben] = await Promise.all([person(), person()]);
  const pack = await offer(ada);
  await purchase(ben, pack);
  await deps.db.deleteFrom('profile').where('id', '=', ada.id).execute();
  expect((await read(ben, pack)).body.pack).toMatchObject({ id: pack.id, owner_id: null, access: 'purchased' });
});
