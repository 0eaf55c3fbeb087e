import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { startTestApp } from '#test/start-test-app.ts';
import { dropsOf, withoutRequestId } from '../drop/test-drops.ts';
import type { Template } from './drop-template.schema.ts';
import { selectTemplates } from './drop-template.store.ts';

const app = await startTestApp();
const { call, person, superAdmin, deps, clock } = app;
const { template, write, send, received } = dropsOf(app);

const LIST = '/api/encouragement-drops/templates';
const ADMINISTRATION = '/api/encouragement-drops/admin/templates';

const FIELDS = { type: 'encouragement', title: 'Onwards', content: 'Keep going' };
const PICTURE = {
  type: 'media',
  media_url: 'https://pictures.test/larch.png',
  media_type: 'image',
  thumbnail_url: 'http://meadow.test/media/larch-small.png',
};

const rowOf = (id: string) => deps.db.selectFrom('drop_template').selectAll().where('id', '=', id).executeTakeFirst();
const countRows = async () => (await deps.db.selectFrom('drop_template').select('id').execute()).length;
const auditEventsOf = ({ id }: { id: string }) =>
  deps.db.selectFrom('audit_log').select(['action', 'subject_id', 'details']).where('actor_id', '=', id).execute();
const idsIn = ({ body }: { body: { templates: Template[] } }) => body.templates.map(({ id }) => id);

/** What neither a new template nor a change takes. */
const INVALID_FIELDS = [
  { what: 'a type that there is not', fields: { type: 'hug' } },
  { what: 'an empty title', fields: { title: '' } },
  { what: 'a title that is too long', fields: { title: 'x'.repeat(201) } },
  { what: 'an empty content', fields: { content: '' } },
  { what: 'a content that is too long', fields: { content: 'x'.repeat(1_001) } },
  { what: 'an approval status that there is not', fields: { approval_status: 'maybe' } },
  { what: 'a kind of media that there is not', fields: { ...PICTURE, media_type: 'smell' } },
  { what: 'an address that is too long', fields: { ...PICTURE, media_url: `https://a.test/${'x'.repeat(2_040)}` } },
];
const INCOMPLETE_MEDIA = [
  { what: 'an address without a kind', fields: { ...PICTURE, media_type: null } },
  { what: 'a kind without an address', fields: { ...PICTURE, media_url: null } },
  { what: 'a kind without an address, on words', fields: { media_type: 'audio' } },
  { what: 'a type of media without any', fields: { type: 'media' } },
];
const UNSAFE_ADDRESSES = ['http://pictures.test/a.png', 'javascript:alert(1)', 'data:image/png;base64,AA', 'larch.png'];

describe('GET /api/encouragement-drops/templates', () => {
  test('lists approved templates only, newest first', async () => {
    const approved = await template();
    clock.advance(1);
    const newer = await template(PICTURE);
    const [pending, rejected] = [
      await template({ approval_status: 'pending' }),
      await template({ approval_status: 'rejected' }),
    ];
    const { status, body } = await call(await person(), 'GET', LIST);
    expect(status).toBe(200);
    expect(body.templates.slice(0, 2)).toEqual([newer, approved]);
    expect(new Set(body.templates.map(({ approval_status }: Template) => approval_status))).toEqual(
      new Set(['approved']),
    );
    for (const { id } of [pending, rejected]) expect(idsIn({ body })).not.toContain(id);
  });

  test('lists templates of a fresh installation', async () => {
    const ada = await person();
    for (const [type, count] of [
      ['encouragement', 6],
      ['science_tidbit', 6],
    ] as const) {
      const { body } = await call(ada, 'GET', `${LIST}?type=${type}`);
      expect(body.templates.length).toBeGreaterThanOrEqual(count);
    }
  });

  test('filters by type, in pages', async () => {
    const ada = await person();
    const made = [await template(PICTURE), await template(PICTURE), await template(PICTURE)];
    await template();
    const found: string[] = [];
    let cursor: string | null = null;
    do {
      const query: string = cursor === null ? '' : `&cursor=${cursor}`;
      const response = await call(ada, 'GET', `${LIST}?type=media&limit=2${query}`);
      expect(response.body.templates.every(({ type }: Template) => type === 'media')).toBe(true);
      found.push(...idsIn(response));
      cursor = response.body.next_cursor;
    } while (cursor !== null);
    expect(new Set(found).size).toBe(found.length);
    expect(found).toEqual(expect.arrayContaining(made.map(({ id }) => id)));
  });

  test('ignores another approval status', async () => {
    const pending = await template({ approval_status: 'pending' });
    const response = await call(await person(), 'GET', `${LIST}?approval_status=pending`);
    expect(idsIn(response)).not.toContain(pending.id);
    expect(response.body.templates.length).toBeGreaterThan(0);
  });

  test.each(['type=%25', 'type=%', 'type=', 'type=hug', 'type=media&type=encouragement', 'limit=0', 'cursor=x'])(
    'returns 400 for %s',
    async (query) => {
      expect((await call(await person(), 'GET', `${LIST}?${query}`)).status).toBe(400);
    },
  );

  test('returns 401 without a token', async () => {
    expect((await call(null, 'GET', LIST)).status).toBe(401);
  });

  test('reads a page by an index with many rejected templates', async () => {
    const planOf = (filter: Parameters<typeof selectTemplates>[1]) =>
      deps.db.transaction().execute(async (tx) => {
        await sql`set local enable_seqscan = off`.execute(tx);
        await sql`set local enable_sort = off`.execute(tx);
        const { rows } = await sql<{ 'QUERY PLAN': string }>`explain ${selectTemplates(tx, filter, 501)}`.execute(tx);
        return rows.map((row) => row['QUERY PLAN']).join('\n');
      });
    const after = { createdAt: clock.now(), id: randomUUID() };
    for (const type of [undefined, 'media' as const]) {
      const ofApproved = await planOf({ type, approvalStatus: 'approved', after });
      expect(ofApproved).toContain('Index Scan using drop_template_approved_created_at_idx');
      const ofAll = await planOf({ type, approvalStatus: undefined, after });
      expect(ofAll).toContain('Index Scan using drop_template_created_at_idx');
      expect(ofApproved + ofAll).not.toContain('Sort');
    }
  });
});

describe('GET /api/encouragement-drops/admin/templates', () => {
  test('lists all templates, filtered by type and status', async () => {
    const root = await superAdmin();
    const [pending, rejected, approved] = [
      await template({ approval_status: 'pending' }),
      await template({ ...PICTURE, approval_status: 'rejected' }),
      await template(),
    ];
    const ids = [pending, rejected, approved].map(({ id }) => id);
    const listed = async (query: string) => {
      const response = await call(root, 'GET', `${ADMINISTRATION}${query}`);
      return idsIn(response).filter((id) => ids.includes(id));
    };
    expect(new Set(await listed(''))).toEqual(new Set(ids));
    expect(await listed('?approval_status=pending')).toEqual([pending.id]);
    expect(await listed('?type=media')).toEqual([rejected.id]);
    expect(await listed('?type=media&approval_status=approved')).toEqual([]);
  });

  test.each(['type=%25', 'approval_status=maybe', 'limit=501'])('returns 400 for %s', async (query) => {
    expect((await call(await superAdmin(), 'GET', `${ADMINISTRATION}?${query}`)).status).toBe(400);
  });

  test('returns 401 without a token and 403 for a member', async () => {
    expect((await call(null, 'GET', ADMINISTRATION)).status).toBe(401);
    expect((await call(await person(), 'GET', ADMINISTRATION)).status).toBe(403);
  });
});

describe('POST /api/encouragement-drops/admin/templates', () => {
  test('stores a pending template and an audit event', async () => {
    const root = await superAdmin();
    const foreign = { id: randomUUID(), usage_count: 7, created_at: '2020-01-01T00:00:00Z' };
    const { status, body } = await call(root, 'POST', ADMINISTRATION, { ...FIELDS, ...foreign });
    expect(status).toBe(201);
    const now = clock.now();
    const stored = { ...FIELDS, media_url: null, media_type: null, thumbnail_url: null, approval_status: 'pending' };
    const { id } = body.template;
    const times = { created_at: now.toISOString(), updated_at: now.toISOString() };
    expect(body).toEqual({ template: { id, ...stored, usage_count: 0, ...times } });
    expect(id).not.toBe(foreign.id);
    expect(await rowOf(id)).toEqual({ id, ...stored, usage_count: 0, created_at: now, updated_at: now });
    expect(await auditEventsOf(root)).toEqual([
      {
        action: 'encouragement.create-template',
        subject_id: id,
        details: { type: 'encouragement', approval_status: 'pending' },
      },
    ]);
  });

  test('stores media, approved if requested', async () => {
    const asked = { ...FIELDS, ...PICTURE, approval_status: 'approved' };
    const { status, body } = await call(await superAdmin(), 'POST', ADMINISTRATION, asked);
    expect(status).toBe(201);
    expect(body.template).toMatchObject(asked);
  });

  test('accepts texts of the maximum length in any script', async () => {
    const longest = { ...FIELDS, title: '👩‍👩‍👧'.repeat(40), content: '🌼'.repeat(1_000) };
    const { body } = await call(await superAdmin(), 'POST', ADMINISTRATION, longest);
    expect(body.template).toMatchObject(longest);
  });

  test.each([
    ...INVALID_FIELDS,
    ...['type', 'title', 'content'].map((field) => ({ what: `no ${field}`, fields: { [field]: undefined } })),
  ])('returns 400 for $what and stores nothing', async ({ fields }) => {
    const [root, before] = [await superAdmin(), await countRows()];
    expect((await call(root, 'POST', ADMINISTRATION, { ...FIELDS, ...fields })).status).toBe(400);
    expect([await countRows(), await auditEventsOf(root)]).toEqual([before, []]);
  });

  test.each(INCOMPLETE_MEDIA)('returns 400 for $what and stores nothing', async ({ fields }) => {
    const [root, before] = [await superAdmin(), await countRows()];
    const { status, body } = await call(root, 'POST', ADMINISTRATION, { ...FIELDS, ...fields });
    expect({ status, code: body.code }).toEqual({ status: 400, code: 'drops.media-incomplete' });
    expect([await countRows(), await auditEventsOf(root)]).toEqual([before, []]);
  });

  test.each(UNSAFE_ADDRESSES)('returns 400 for media at %s', async (address) => {
    const [root, before] = [await superAdmin(), await countRows()];
    for (const field of ['media_url', 'thumbnail_url']) {
      const { status, body } = await call(root, 'POST', ADMINISTRATION, { ...FIELDS, ...PICTURE, [field]: address });
      expect({ status, code: body.code }).toEqual({ status: 400, code: 'drops.media-address-invalid' });
    }
    expect(await countRows()).toBe(before);
  });

  test('returns 401 or 403 for others and stores nothing', async () => {
    const before = await countRows();
    expect((await call(null, 'POST', ADMINISTRATION, FIELDS)).status).toBe(401);
    expect((await call(await person(), 'POST', ADMINISTRATION, FIELDS)).status).toBe(403);
    expect(await countRows()).toBe(before);
  });
});

describe('PUT /api/encouragement-drops/admin/templates/:id', () => {
  const change = async (id: string, fields: object, root = superAdmin()) =>
    call(await root, 'PUT', `${ADMINISTRATION}/${id}`, fields);

  test('changes the given fields and updated_at, and records an audit event', async () => {
    const [root, before] = [await superAdmin(), await template({ approval_status: 'pending' })];
    clock.advance(60_000);
    const fields = { content: 'Go on', approval_status: 'approved', usage_count: 9 };
    const { status, body } = await call(root, 'PUT', `${ADMINISTRATION}/${before.id}`, fields);
    expect(status).toBe(200);
    const updated_at = clock.now().toISOString();
    expect(body).toEqual({ template: { ...before, content: 'Go on', approval_status: 'approved', updated_at } });
    expect(await rowOf(before.id)).toMatchObject({ title: 'Onwards', content: 'Go on', usage_count: 0 });
    expect(await auditEventsOf(root)).toEqual([
      {
        action: 'encouragement.change-template',
        subject_id: before.id,
        details: { approval_status: { from: 'pending', to: 'approved' } },
      },
    ]);
  });

  test('rejected templates cannot be sent, and sent drops do not change', async () => {
    const [ada, ben] = [await person(), await person()];
    const { id } = await template();
    await write(ada, ben, { template_id: id, content: undefined });
    expect((await change(id, { approval_status: 'rejected', content: 'Something else' })).status).toBe(200);
    expect((await send(ada, ben, { template_id: id })).status).toBe(404);
    expect((await received(ben)).body.drops).toMatchObject([{ content: 'Keep going', template_id: id }]);
  });

  test('changes the type from and to media', async () => {
    const { id } = await template();
    expect((await change(id, PICTURE)).body.template).toMatchObject(PICTURE);
    const words = { type: 'encouragement', media_url: null, media_type: null, thumbnail_url: null };
    expect((await change(id, words)).body.template).toMatchObject(words);
  });

  test.each(INVALID_FIELDS)('returns 400 for $what and changes nothing', async ({ fields }) => {
    const { id } = await template();
    const before = await rowOf(id);
    expect((await change(id, fields)).status).toBe(400);
    expect(await rowOf(id)).toEqual(before);
  });

  test.each([
    { what: 'words that become media', before: {}, fields: { type: 'media' } },
    { what: 'media without an address', before: PICTURE, fields: { media_url: null } },
    { what: 'media without a kind', before: PICTURE, fields: { media_type: null } },
    { what: 'media without either', before: PICTURE, fields: { media_url: null, media_type: null } },
    { what: 'words with half of it', before: {}, fields: { media_url: 'https://pictures.test/a.png' } },
  ])('returns 400 for $what and changes nothing', async ({ before: made, fields }) => {
    const { id } = await template(made);
    const before = await rowOf(id);
    const { status, body } = await change(id, fields);
    expect({ status, code: body.code }).toEqual({ status: 400, code: 'drops.media-incomplete' });
    expect(await rowOf(id)).toEqual(before);
  });

  test.each(UNSAFE_ADDRESSES)('returns 400 for media at %s', async (address) => {
    const { id } = await template(PICTURE);
    const { status, body } = await change(id, { thumbnail_url: address });
    expect({ status, code: body.code }).toEqual({ status: 400, code: 'drops.media-address-invalid' });
  });

  test('returns 400 for an id that is not a UUID', async () => {
    expect((await change('abc', {})).status).toBe(400);
  });

  test('returns 401 or 403 for others, whatever the id, and changes nothing', async () => {
    const { id } = await template();
    const before = await rowOf(id);
    for (const asked of [id, randomUUID()]) {
      expect((await call(null, 'PUT', `${ADMINISTRATION}/${asked}`, { title: 'Mine' })).status).toBe(401);
      expect((await change(asked, { title: 'Mine' }, person())).status).toBe(403);
    }
    expect(await rowOf(id)).toEqual(before);
  });

  test('returns 404 for an unknown template', async () => {
    const { status, body } = await change(randomUUID(), { title: 'A title' });
    expect({ status, code: body.code }).toEqual({ status: 404, code: 'drops.template-not-found' });
  });
});

describe('DELETE /api/encouragement-drops/admin/templates/:id', () => {
  const remove = async (id: string, root = superAdmin()) => call(await root, 'DELETE', `${ADMINISTRATION}/${id}`);

  test('deletes the template, records an audit event and keeps sent drops', async () => {
    const [root, ada, ben] = [await superAdmin(), await person(), await person()];
    const { id } = await template(PICTURE);
    const drop = await write(ada, ben, { template_id: id, content: undefined, drop_type: 'media' });
    const { status, body } = await call(root, 'DELETE', `${ADMINISTRATION}/${id}`);
    expect({ status, body }).toEqual({ status: 200, body: { message: expect.any(String) } });
    expect(await rowOf(id)).toBeUndefined();
    expect(await auditEventsOf(root)).toEqual([
      { action: 'encouragement.delete-template', subject_id: id, details: {} },
    ]);
    const { media_url, media_type, thumbnail_url, title, content } = drop;
    expect((await received(ben)).body.drops).toMatchObject([
      { title, content, media_url, media_type, thumbnail_url, template_id: null, is_custom: false },
    ]);
    expect((await remove(id)).status, 'a second time').toBe(404);
  });

  test('returns 400 for an id that is not a UUID', async () => {
    expect((await remove('abc')).status).toBe(400);
  });

  test('returns 401 or 403 for others and deletes nothing', async () => {
    const { id } = await template();
    expect((await call(null, 'DELETE', `${ADMINISTRATION}/${id}`)).status).toBe(401);
    expect((await remove(id, person())).status).toBe(403);
    expect(await rowOf(id)).toBeDefined();
  });

  test('returns 404 for an unknown template', async () => {
    const [one, other] = [await remove(randomUUID()), await remove(randomUUID())];
    expect([one.status, one.body.code]).toEqual([404, 'drops.template-not-found']);
    expect(withoutRequestId(one.body)).toEqual(withoutRequestId(other.body));
  });
});
