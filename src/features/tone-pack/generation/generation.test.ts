import { randomUUID } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterEach, describe, expect, test } from 'vitest';
import { TONES } from '#features/tone';
import { createGate } from '#test/gate.ts';
import { type Person, startTestApp } from '#test/start-test-app.ts';
import { wrapMethod } from '#test/wrap-method.ts';
import { packsOf } from '../test-packs.ts';

const app = await startTestApp();
const { person, superAdmin, call, deps, clock, ai, server } = app;
const { make, offer, share, purchase, read } = packsOf(app);
const withoutProvider = await startTestApp({ environment: { AI_API_KEY: '' } });
afterEach(() => ai.behave({ mode: 'normal' }));

const generate = (user: Person | null, { id }: { id: string }, body?: object) =>
  call(user, 'POST', `/api/tone-packs/${id}/generate-images`, body);

const fileKeysOf = async (owner: Person, { id }: { id: string }) =>
  (await readdir(join(deps.config.dataDirectory, 'files', 'tone-packs', owner.id, id)).catch(() => [])).toSorted();

const usageOf = ({ id }: { id: string }) =>
  deps.db.selectFrom('token_usage').selectAll().where('reference_id', '=', id).execute();

const callsOf = async ({ id }: Person) => {
  const rows = await deps.db.selectFrom('ai_call_count').selectAll().where('user_id', '=', id).execute();
  return rows.reduce((sum, { calls }) => sum + calls, 0);
};

const turnOf = async ({ id }: { id: string }) =>
  deps.db
    .selectFrom('tone_pack')
    .select(['generation_lease_id', 'generation_lease_expires_at'])
    .where('id', '=', id)
    .executeTakeFirst();

const NO_TURN = { generation_lease_id: null, generation_lease_expires_at: null };

/** Runs a callback before each image of this test. */
function beforeEachImage(happen: () => Promise<unknown>): void {
  wrapMethod(deps.ai, 'generateImage', (generateImage) => async (...asked) => {
    await happen();
    return generateImage(...asked);
  });
}

const get = (url: string) => server.inject({ method: 'GET', url: url.slice(new URL(url).origin.length) });

describe('POST /api/tone-packs/:id/generate-images', () => {
  test('generates an image for each requested tone', async () => {
    const ada = await person();
    const pack = await make(ada, { theme: 'origami' });
    const asked = ai.requests.length;
    const { status, body } = await generate(ada, pack, { tones: ['sad', 'joyful', 'sad'] });
    expect(status).toBe(200);
    const now = clock.now();
    const image = (tone: string) => {
      const path = `${ada.id}/${pack.id}/${tone}-${now.getTime()}.png`;
      const image_url = expect.stringMatching(`^http://meadow.test/media/tone-packs/${path}[?]expires=\\d+&signature=`);
      const pictures = { picture: expect.objectContaining({ url: image_url }), thumbnail: expect.anything() };
      return { tone, image_url, ...pictures, storage_path: path, created_at: now.toISOString() };
    };
    expect(body).toEqual({ images: [image('sad'), image('joyful')], failed: [] });
    expect((await read(ada, pack)).body).toEqual({
      pack: { ...pack, image_count: 2, cover_url: image('joyful').image_url, cover: expect.anything() },
      images: [image('joyful'), image('sad')],
    });
    expect(await turnOf(pack)).toEqual(NO_TURN);

    const prompts = ai.requests.slice(asked);
    expect(prompts.map(({ text }) => /feel (\w+): folded paper/.exec(text)?.[1]).toSorted()).toEqual(['joyful', 'sad']);
    expect(prompts.every(({ picture }) => picture?.size === '1024x1024')).toBe(true);
    const used = { user_id: ada.id, type: 'tone_pack_image', cost_usd: '0.04000000', reference_id: pack.id };
    expect(await usageOf(pack)).toMatchObject([used, used]);
    const summary = (await call(ada, 'GET', '/api/token-usage/summary')).body;
    expect(summary.breakdown.packs.cost_usd).toBe('0.08000000');
  });

  test('generates all twenty tones by default', async () => {
    const ada = await person();
    const pack = await make(ada);
    const { status, body } = await generate(ada, pack);
    expect(status).toBe(200);
    expect(body.images.map(({ tone }: { tone: string }) => tone)).toEqual(TONES);
    expect(body.failed).toEqual([]);
    expect((await read(ada, pack)).body.images).toEqual(body.images);
    expect(await fileKeysOf(ada, pack)).toHaveLength(20);
  });

  test('replaces former images with new URLs and deletes their files', async () => {
    const ada = await person();
    const pack = await make(ada);
    const first = (await generate(ada, pack, { tones: ['joyful', 'sad'] })).body.images;
    // The image is replaced twice: at the same instant, and later.
    for (const wait of [0, 1_000]) {
      clock.advance(wait);
      const before = (await read(ada, pack)).body.images;
      const [again] = (await generate(ada, pack, { tones: ['joyful'] })).body.images;
      expect(before.map(({ image_url }: { image_url: string }) => image_url)).not.toContain(again.image_url);
      expect((await read(ada, pack)).body.images).toEqual([again, first[1]]);
      expect((await get(again.image_url)).statusCode).toBe(200);
      expect(await fileKeysOf(ada, pack)).toEqual(
        [again, first[1]].map(({ storage_path }) => storage_path.split('/')[2]).toSorted(),
      );
    }
    expect((await get(first[0].image_url)).statusCode).toBe(404);
  });

  test('reports failed tones and stores the others', async () => {
    const ada = await person();
    const pack = await make(ada);
    const before = (await generate(ada, pack, { tones: ['angry'] })).body.images[0];
    ai.behave({ mode: 'refuse-about', words: 'angry', status: 400 });
    const { status, body } = await generate(ada, pack, { tones: ['joyful', 'angry', 'calm'] });
    expect(status).toBe(200);
    expect(body.images.map(({ tone }: { tone: string }) => tone)).toEqual(['joyful', 'calm']);
    expect(body.failed).toEqual([{ tone: 'angry', code: 'ai.unavailable', error: expect.any(String) }]);
    const { images } = (await read(ada, pack)).body;
    expect(images).toEqual([body.images[0], before, body.images[1]]);
    expect(await fileKeysOf(ada, pack)).toHaveLength(3);
    expect(await turnOf(pack)).toEqual(NO_TURN);
    expect(await usageOf(pack)).toHaveLength(3);
  });

  test('stores nothing that is not an image', async () => {
    const ada = await person();
    const pack = await make(ada);
    ai.behave({ mode: 'answer-with-text', text: '<svg onload="alert(1)"/>' });
    const { body } = await generate(ada, pack, { tones: ['joyful'] });
    expect(body).toMatchObject({ images: [], failed: [{ tone: 'joyful', code: 'ai.bad-response' }] });
    expect([await fileKeysOf(ada, pack), await turnOf(pack)]).toEqual([[], NO_TURN]);
    // It was made, so it is paid for.
    expect(await usageOf(pack)).toMatchObject([{ type: 'tone_pack_image' }]);
  });

  test('reports tones beyond the AI allowance without a call of the provider', async () => {
    const ada = await person();
    const pack = await make(ada);
    const today = clock.now().toISOString().slice(0, 10);
    const calls = deps.aiCallsPerDay - 10;
    await deps.db.insertInto('ai_call_count').values({ user_id: ada.id, day: today, calls }).execute();
    const asked = ai.requests.length;
    const { status, body } = await generate(ada, pack, { tones: ['joyful', 'sad', 'calm', 'tired'] });
    expect(status).toBe(200);
    expect(body.images).toHaveLength(2);
    expect(body.failed.map(({ code }: { code: string }) => code)).toEqual(Array(2).fill('ai.daily-budget-spent'));
    expect(ai.requests.length - asked).toBe(2);
    expect(await callsOf(ada)).toBe(deps.aiCallsPerDay);
  });

  test('starts no image after the start period', async () => {
    const ada = await person();
    const pack = await make(ada);
    const asked = ai.requests.length;
    let begun = 0;
    const end = createGate();
    beforeEachImage(async () => {
      begun += 1;
      // Three images are generated concurrently.
      if (begun === 3) {
        clock.advance(3 * 60_000 + 1);
        end.open();
      }
      await end.opened;
    });
    const { body } = await generate(ada, pack, { tones: [...TONES] });
    expect(body.images).toHaveLength(3);
    expect(body.failed).toHaveLength(17);
    expect(new Set(body.failed.map(({ code }: { code: string }) => code))).toEqual(new Set(['tone-pack.out-of-time']));
    expect(ai.requests.length - asked).toBe(3);
  });

  test('generates again after a crash, once the lease expires', async () => {
    const ada = await person();
    const pack = await make(ada);
    const until = new Date(clock.now().getTime() + 5 * 60_000);
    const lost = { generation_lease_id: randomUUID(), generation_lease_expires_at: until };
    await deps.db.updateTable('tone_pack').set(lost).where('id', '=', pack.id).execute();
    expect((await generate(ada, pack, { tones: ['sad'] })).body.code).toBe('tone-pack.generation-under-way');
    clock.advance(5 * 60_000 - 1);
    expect((await generate(ada, pack, { tones: ['sad'] })).status).toBe(400);
    clock.advance(1);
    expect((await generate(ada, pack, { tones: ['sad'] })).status).toBe(200);
    expect(await turnOf(pack)).toEqual(NO_TURN);
  });

  test('stores nothing after the lease was taken over, and leaves no file', async () => {
    const ada = await person();
    const pack = await make(ada);
    const others = { generation_lease_id: randomUUID(), generation_lease_expires_at: clock.now() };
    beforeEachImage(() => deps.db.updateTable('tone_pack').set(others).where('id', '=', pack.id).execute());
    const late = await generate(ada, pack, { tones: ['joyful'] });
    expect(late.body.failed).toMatchObject([{ tone: 'joyful', code: 'tone-pack.gone' }]);
    expect((await turnOf(pack))?.generation_lease_id).toBe(others.generation_lease_id);
    expect(await fileKeysOf(ada, pack)).toEqual([]);
  });

  test('stores the image if its usage cannot be recorded', async () => {
    const ada = await person();
    const pack = await make(ada);
    const { body } = await withoutUsage(() => generate(ada, pack, { tones: ['joyful'] }));
    expect(body.images).toHaveLength(1);
  });

  test('returns 500 without a configured provider and ends the lease', async () => {
    const ada = await withoutProvider.person();
    const { id } = await packsOf(withoutProvider).make(ada);
    for (let time = 0; time < 2; time += 1) {
      const { status, body } = await withoutProvider.call(ada, 'POST', `/api/tone-packs/${id}/generate-images`);
      expect([status, body.code]).toEqual([500, 'ai.not-configured']);
    }
  });

  test.each<[string, unknown]>([
    ['a tone that there is not', { tones: ['../../x', 'joyful'] }],
    ['a tone in capitals', { tones: ['Joyful'] }],
    ['no tone', { tones: [] }],
    ['more tones than there are', { tones: [...TONES, 'joyful'] }],
    ['a text', { tones: 'joyful' }],
    ['null', { tones: null }],
  ])('returns 400 for %s without a call of the provider', async (_what, body) => {
    const ada = await person();
    const asked = ai.requests.length;
    expect((await generate(ada, await make(ada), body as object)).status).toBe(400);
    expect(ai.requests.length).toBe(asked);
  });

  test('returns 403 for other users who can see the pack and 404 for the rest', async () => {
    const [ada, ben, eve, root] = await Promise.all([person(), person(), person(), superAdmin()]);
    const [shared, sold] = await Promise.all([make(ada), offer(ada)]);
    await share(ada, shared, ben.id);
    await purchase(ben, sold);
    const asked = ai.requests.length;
    for (const pack of [shared, sold]) expect((await generate(ben, pack)).status).toBe(403);
    for (const stranger of [eve, root]) expect((await generate(stranger, shared)).status).toBe(404);
    expect((await generate(eve, { id: randomUUID() })).status).toBe(404);
    await call(ada, 'DELETE', `/api/tone-packs/${sold.id}`);
    expect((await generate(ada, sold)).status).toBe(404);
    expect(ai.requests.length).toBe(asked);
    expect(await callsOf(ben)).toBe(0);
  });

  test('returns 401 without a token', async () => {
    expect((await generate(null, await make(await person()))).status).toBe(401);
  });
});

describe('An image of a pack', () => {
  test('is a PNG of 1024 by 1024 pixels, cached for its readers', async () => {
    const ada = await person();
    const [image] = (await generate(ada, await make(ada), { tones: ['joyful'] })).body.images;
    const { statusCode, headers, rawPayload } = await get(image.image_url);
    expect(statusCode).toBe(200);
    expect(headers).toMatchObject({
      'content-type': 'image/png',
      'x-content-type-options': 'nosniff',
      'cache-control': expect.stringMatching(/^private, max-age=\d+$/),
      'content-disposition': 'inline',
    });
    const { format, width, height } = await sharp(rawPayload).metadata();
    expect({ format, width, height }).toEqual({ format: 'png', width: 1024, height: 1024 });
    expect(rawPayload.length).toBeLessThanOrEqual(5 * 1024 * 1024);
  });

  test('is a preview before purchase, and full size for owner, buyers and recipients', async () => {
    const [ada, ben, cyd] = await Promise.all([person(), person(), person()]);
    const pack = await offer(ada);
    const [own] = (await generate(ada, pack, { tones: ['joyful'] })).body.images;
    const forSale = (await read(ben, pack)).body;
    expect(forSale.pack.access).toBe('for_sale');
    const [preview] = forSale.images;
    const { thumbnail } = own;
    expect(own.picture).toEqual({ url: own.image_url, width: 1_024, height: 1_024, color: thumbnail.color });
    expect(preview).toEqual({ ...own, image_url: thumbnail.url, picture: thumbnail });
    expect(thumbnail).toEqual({
      url: expect.stringMatching(/\/media\/tone-pack-previews\/.*\.webp$/),
      width: 320,
      height: 320,
      color: expect.stringMatching(/^#[0-9a-f]{6}$/),
    });
    expect([forSale.pack.cover, (await read(ada, pack)).body.pack.cover]).toEqual([thumbnail, thumbnail]);
    const shown = await get(preview.image_url);
    expect([shown.statusCode, shown.headers['content-type']]).toEqual([200, 'image/webp']);
    expect(await sharp(shown.rawPayload).metadata()).toMatchObject({ width: 320, height: 320 });
    expect(shown.rawPayload.length).toBeLessThan(50_000);

    // Neither its path nor an address without the signature leads to the picture.
    const [bare] = own.image_url.split('?');
    for (const address of [bare, `http://meadow.test/media/tone-packs/${preview.storage_path}`]) {
      expect((await get(address)).statusCode).toBe(404);
    }
    await purchase(ben, pack);
    await share(ada, pack, cyd.id);
    for (const viewer of [ada, ben, cyd]) {
      const [image] = (await read(viewer, pack)).body.images;
      expect(image).toEqual(own);
      expect((await get(image.image_url)).rawPayload.length).toBeGreaterThan(shown.rawPayload.length);
    }
  });

  test('of a free public pack is full size for all users', async () => {
    const [ada, ben] = await Promise.all([person(), person()]);
    const pack = await offer(ada, 0);
    const [own] = (await generate(ada, pack, { tones: ['joyful'] })).body.images;
    expect((await read(ben, pack)).body.images).toEqual([own]);
    // What costs something from now on is no longer given away.
    await call(ada, 'PUT', `/api/tone-packs/${pack.id}`, { price_drops: 5 });
    expect((await read(ben, pack)).body.images[0].image_url).toContain('/tone-pack-previews/');
  });

  test('is deleted with its pack, and kept with a purchased one', async () => {
    const [ada, ben] = await Promise.all([person(), person()]);
    const [gone, sold] = await Promise.all([make(ada), offer(ada)]);
    const [goneImage] = (await generate(ada, gone, { tones: ['joyful'] })).body.images;
    const [soldImage] = (await generate(ada, sold, { tones: ['joyful'] })).body.images;
    await purchase(ben, sold);
    for (const { id } of [gone, sold]) await call(ada, 'DELETE', `/api/tone-packs/${id}`);
    expect((await get(goneImage.image_url)).statusCode).toBe(404);
    expect((await get(soldImage.image_url)).statusCode).toBe(200);
    expect((await read(ben, sold)).body.images).toEqual([soldImage]);
    expect(await fileKeysOf(ada, gone)).toEqual([]);
    const previews = join(deps.config.dataDirectory, 'files', 'tone-pack-previews', ada.id, gone.id);
    expect(await readdir(previews).catch(() => [])).toEqual([]);
  });

  test('is found for a mood, case-insensitively', async () => {
    const ada = await person();
    const pack = await make(ada);
    const { images } = (await generate(ada, pack, { tones: ['joyful', 'sad'] })).body;
    for (const mood of ['joyful', 'Joyful', 'JOYFUL', ' joyFUL ']) {
      expect((await read(ada, pack, `?mood=${encodeURIComponent(mood)}`)).body).toEqual({
        pack: { ...pack, image_count: 2, cover_url: images[0].image_url, cover: images[0].thumbnail },
        images: [images[0]],
      });
    }
    for (const mood of ['angry', 'joy', '%']) {
      expect((await read(ada, pack, `?mood=${encodeURIComponent(mood)}`)).body.images).toEqual([]);
    }
  });
});

/** While nothing can be written down of what was used. */
async function withoutUsage<Result>(work: () => Promise<Result>): Promise<Result> {
  const { db } = deps;
  await db.schema.alterTable('token_usage').renameTo('token_usage_away').execute();
  try {
    return await work();
  } finally {
    await db.schema.alterTable('token_usage_away').renameTo('token_usage').execute();
  }
}
