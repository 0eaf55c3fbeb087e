import { expect, test } from 'vitest';
import { PATIENT_LOCKS, startTestApp } from '#test/start-test-app.ts';
import { createPhotoCalls } from './test-photos.ts';

const app = await startTestApp({ environment: PATIENT_LOCKS });
const { call, deps, person } = app;
const { send, upload, createEntry } = createPhotoCalls(app);

const TEN = Array.from({ length: 10 }, (_, number) => number);

test.each(['created', 'changed'])('one of ten %s entries gets a photo that all claim', async (kind) => {
  const ada = await person();
  const photo_ids = [(await upload(ada)).id, (await upload(ada)).id];
  const entries = kind === 'created' ? [] : await Promise.all(TEN.map(() => createEntry(ada, {})));
  const responses = await Promise.all(
    TEN.map((number) => {
      // The ids come in both orders, since calls that wait for each other would deadlock.
      const ids = number % 2 === 0 ? photo_ids : photo_ids.toReversed();
      const fields = { title: 'A day', content: '', mood: 'calm', photo_ids: ids };
      const entry = entries[number];
      return entry === undefined
        ? call(ada, 'POST', '/api/journal', fields)
        : call(ada, 'PATCH', `/api/journal/${entry.id}`, fields);
    }),
  );
  const codes = responses.map(({ body }) => body.code ?? 'won').sort();
  expect(codes).toEqual([...TEN.slice(1).map(() => 'journal.photo-unavailable'), 'won']);
  const listed = (await call(ada, 'GET', '/api/journal?scope=mine')).body.entries;
  expect(listed.flatMap(({ photos }: { photos: object[] }) => photos)).toHaveLength(2);
});

test('concurrent uploads stop at 50 photos without an entry', async () => {
  const ada = await person();
  const { id } = await upload(ada);
  const row = await deps.db.selectFrom('photo').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
  const values = Array.from({ length: 47 }, () => ({ ...row, id: deps.ids.next(), sizes: JSON.stringify(row.sizes) }));
  await deps.db.insertInto('photo').values(values).execute();
  const statuses = (await Promise.all(TEN.slice(0, 5).map(() => send(ada)))).map(({ status }) => status);
  expect(statuses.sort()).toEqual([201, 201, 409, 409, 409]);
});
