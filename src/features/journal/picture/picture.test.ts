import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { TABLES } from '#app/tables.ts';
import { countStatements } from '#test/count-statements.ts';
import { createOrganization, createTeam } from '#test/groups.ts';
import { type Person, startTestApp } from '#test/start-test-app.ts';
import { createPhotoCalls } from '../photo/test-photos.ts';
import { photoKeyOf, userIdOf } from './picture-key.rules.ts';
import { createPictureReaders } from './picture-readers.actions.ts';

const app = await startTestApp();
const { call, clock, deps, person, server, superAdmin } = app;
const { upload, createEntry } = createPhotoCalls(app);

const PUBLIC = { metadata_visibility: 'public', content_visibility: 'public' };
const PRIVATE = { metadata_visibility: 'private', content_visibility: 'private' };

const statusOf = async (url: string) => (await server.inject({ method: 'GET', url })).statusCode;
const read = async (user: Person, id: string) => (await call(user, 'GET', `/api/journal/${id}`)).body.entry;
const patch = async (user: Person, id: string, fields: object) => {
  expect((await call(user, 'PATCH', `/api/journal/${id}`, fields)).status).toBe(200);
};

/** The URLs of all pictures of an entry, as a user gets them. */
async function urlsFor(user: Person, id: string): Promise<string[]> {
  const { photos, background_image_url: background } = await read(user, id);
  const sizes = photos.flatMap((photo: { sizes: Record<string, { url: string }> }) => Object.values(photo.sizes));
  return [...sizes.map(({ url }: { url: string }) => url), ...(background === null ? [] : [background])];
}

const statusesOf = async (urls: readonly string[]) => [...new Set(await Promise.all(urls.map(statusOf)))];

/** An entry with a photo and a background. */
async function pictured(author: Person, fields: object = {}): Promise<string> {
  const { id } = await createEntry(author, { photo_ids: [(await upload(author)).id], ...fields });
  const { status } = await call(author, 'POST', '/api/ai/generate-background', { entry_id: id });
  expect(status).toBe(200);
  return id;
}

describe('A signed URL of a picture of an entry', () => {
  test('ends with the entry, and serves again after it is restored', async () => {
    const [ada, ben] = [await person(), await person()];
    const id = await pictured(ada, PUBLIC);
    const [own, seen] = [await urlsFor(ada, id), await urlsFor(ben, id)];
    expect([own.length, seen.length, new Set([...own, ...seen]).size]).toEqual([4, 4, 8]);
    expect(await statusesOf([...own, ...seen])).toEqual([200]);

    expect((await call(ada, 'DELETE', `/api/journal/${id}`)).status).toBe(200);
    expect(await statusesOf([...own, ...seen])).toEqual([404]);
    expect((await server.inject({ url: own[0] ?? '', headers: { 'if-none-match': '*' } })).statusCode).toBe(404);

    expect((await call(ada, 'POST', `/api/trash/${id}/restore`)).status).toBe(200);
    expect(await statusesOf([...own, ...seen])).toEqual([200]);

    await call(ada, 'DELETE', `/api/journal/${id}`);
    expect((await call(ada, 'DELETE', `/api/trash/${id}`)).status).toBe(200);
    expect(await statusesOf([...own, ...seen])).toEqual([404]);
  });

  test('ends for others when they may no longer see it, and goes on for its author', async () => {
    const [ada, ben] = [await person(), await person()];
    const org = await createOrganization(deps, ada, [ben]);
    const team = await createTeam(deps, org, ada, [ben]);
    const id = await pictured(ada, PUBLIC);
    const [own, ofAll] = [await urlsFor(ada, id), await urlsFor(ben, id)];

    await patch(ada, id, { metadata_visibility: 'team', content_visibility: 'team', team_id: team });
    expect(await statusesOf(ofAll)).toEqual([404]);
    const ofTeam = await urlsFor(ben, id);
    expect(await statusesOf([...own, ...ofTeam])).toEqual([200]);

    await patch(ada, id, { ...PRIVATE, team_id: null });
    expect(await statusesOf([...ofAll, ...ofTeam])).toEqual([404]);
    expect(await statusesOf(own)).toEqual([200]);

    await patch(ada, id, PUBLIC);
    expect(await statusesOf(ofAll)).toEqual([200]);
  });

  test('of the photos ends for those who may no longer read the text, and that of the background goes on', async () => {
    const [ada, ben] = [await person(), await person()];
    const id = await pictured(ada, PUBLIC);
    const seen = await urlsFor(ben, id);
    await patch(ada, id, { content_visibility: 'private' });
    const statuses = await Promise.all(seen.map(statusOf));
    expect(statuses).toEqual([404, 404, 404, 200]);
  });

  test('ends for others when the photo is removed from the entry, which can take it back for a day', async () => {
    const [ada, ben] = [await person(), await person()];
    const photo = await upload(ada);
    const { id } = await createEntry(ada, { photo_ids: [photo.id], ...PUBLIC });
    const [own, seen] = [await urlsFor(ada, id), await urlsFor(ben, id)];
    await patch(ada, id, { photo_ids: [] });
    expect([await statusesOf(seen), await statusesOf(own)]).toEqual([[404], [200]]);
    await patch(ada, id, { photo_ids: [photo.id] });
    expect(await statusesOf([...seen, ...own])).toEqual([200]);
  });

  test('of a photo in no entry ends when no entry can take it any more', async () => {
    const ada = await person();
    const { sizes } = await upload(ada);
    expect(await statusOf(sizes.small.url)).toBe(200);
    clock.advance(24 * 60 * 60_000);
    expect(await statusOf(sizes.small.url)).toBe(404);
  });

  test('of a background that another one has replaced, and of one that is in no entry', async () => {
    const ada = await person();
    const { body } = await call(ada, 'POST', '/api/ai/generate-background', { content: 'Rain all day.' });
    expect(await statusOf(body.imageUrl)).toBe(200);
    const id = await pictured(ada);
    const { background_image_url: before } = await read(ada, id);
    await call(ada, 'POST', '/api/ai/generate-background', { entry_id: id });
    expect([await statusOf(before), await statusOf((await read(ada, id)).background_image_url)]).toEqual([404, 200]);
  });

  test('made for a super admin who reads a private entry serves as that of its author', async () => {
    const [ada, root] = [await person(), await superAdmin()];
    const id = await pictured(ada, PRIVATE);
    const seen = await urlsFor(root, id);
    expect(await statusesOf(seen)).toEqual([200]);
    await call(ada, 'DELETE', `/api/journal/${id}`);
    expect(await statusesOf(seen)).toEqual([404]);
  });

  test('cannot be made one for other readers', async () => {
    const [ada, ben] = [await person(), await person()];
    const id = await pictured(ada, PUBLIC);
    const [own, seen] = [await urlsFor(ada, id), await urlsFor(ben, id)].map((urls) => new URL(urls[0] ?? ''));
    const audience = seen?.searchParams.get('audience') ?? '';
    own?.searchParams.set('audience', audience);
    expect(await statusOf(own?.href ?? '')).toBe(404);
    seen?.searchParams.delete('audience');
    expect(await statusOf(seen?.href ?? '')).toBe(404);
    seen?.searchParams.set('audience', randomUUID());
    expect(await statusOf(seen?.href ?? '')).toBe(404);
  });
});

describe('The pictures of a page', () => {
  test('that are requested at once cost two statements, one for each kind', async () => {
    const ada = await person();
    const ids = await Promise.all([1, 2, 3, 4, 5].map(() => pictured(ada)));
    const urls = (await Promise.all(ids.map((id) => urlsFor(ada, id)))).flat();
    const keys = urls.map((url) => new URL(url).pathname.slice('/media/'.length));
    const { db, count } = countStatements(deps.db);
    const readers = createPictureReaders({ db, clock }, TABLES);
    const found = await Promise.all(keys.map((key) => readers[key.split('/')[0] ?? '']?.(key)));
    expect(found).toEqual(Array(20).fill({ audience: null }));
    expect(count()).toBe(2);
    expect(await readers['entry-photos']?.('entry-photos/no-owner-small.webp')).toBeUndefined();
    expect(count()).toBe(2);
  });
});

const ID = 'b54d3f0e-8f0a-4a8a-9a63-3d5f6c1e2a10';

test.each([
  [`entry-photos/${ID}-x-small.webp`, ID],
  [`entry-backgrounds/${ID}-x.webp`, ID],
  [`entry-photos/${ID}`, null],
  ['entry-photos/ada-x.webp', null],
  [`../entry-photos/${ID}-x.webp`, null],
  ['', null],
])('the owner in %j is %j', (key, owner) => {
  expect(userIdOf(key)).toBe(owner);
});

test.each([
  ['entry-photos/a-small.webp', 'entry-photos/a'],
  ['entry-photos/a-large.webp', 'entry-photos/a'],
  ['entry-photos/a-huge.webp', 'entry-photos/a-huge.webp'],
])('the photo of %j is %j', (fileKey, key) => {
  expect(photoKeyOf(fileKey)).toBe(key);
});
