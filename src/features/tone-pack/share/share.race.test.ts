import { expect, test } from 'vitest';
import { startSecondNode } from '#test/second-node.ts';
import { PATIENT_LOCKS, type Person, startTestApp } from '#test/start-test-app.ts';
import { byTier } from '#test/tier.ts';
import { packsOf } from '../test-packs.ts';

const app = await startTestApp({ environment: PATIENT_LOCKS });
const { deps, person } = app;
const nodes = [app, await startSecondNode(app)];
const { make, read } = packsOf(app);

const callOn = (index: number) => (nodes[index % 2] ?? app).call;
const share = (owner: Person, { id }: { id: string }, body: object, index: number) =>
  callOn(index)(owner, 'POST', `/api/tone-packs/${id}/share`, body);
const unshare = (owner: Person, { id }: { id: string }, userId: string, index: number) =>
  callOn(index)(owner, 'DELETE', `/api/tone-packs/${id}/share/${userId}`);
const list = <Item>(count: number, make: (index: number) => Item) =>
  Array.from({ length: count }, (_, index) => make(index));

test('concurrent shares and deletions leave at most one share', async () => {
  for (let round = 0; round < byTier(1, 6); round += 1) {
    const [ada, ben] = await Promise.all([person(), person()]);
    const pack = await make(ada);
    const responses = await Promise.all([
      ...list(10, (index) => share(ada, pack, { user_id: ben.id }, index)),
      ...list(10, (index) => share(ada, pack, { email: ben.email }, index)),
      ...list(10, (index) => unshare(index % 2 ? ada : ben, pack, ben.id, index)),
    ]);
    for (const { status } of responses.slice(0, 20)) expect(status).toBe(201);
    for (const { status } of responses.slice(20)) expect([200, 404]).toContain(status);
    const shares = await deps.db.selectFrom('tone_pack_share').selectAll().where('pack_id', '=', pack.id).execute();
    expect(shares.length).toBeLessThanOrEqual(1);
    expect((await read(ben, pack)).status).toBe(shares.length === 1 ? 200 : 404);
  }
});

test('shares during the deletion of the pack leave nothing', async () => {
  for (let round = 0; round < byTier(1, 6); round += 1) {
    const [ada, ben, eve] = await Promise.all([person(), person(), person()]);
    const pack = await make(ada);
    const responses = await Promise.all([
      share(ada, pack, { user_id: ben.id }, 0),
      share(ada, pack, { email: eve.email }, 1),
      callOn(round)(ada, 'DELETE', `/api/tone-packs/${pack.id}`),
      share(ada, pack, { user_id: eve.id }, 0),
      share(ada, pack, { email: ben.email }, 1),
    ]);
    for (const { status } of responses) expect([200, 201, 404]).toContain(status);
    expect(responses[2]?.status).toBe(200);
    expect(await deps.db.selectFrom('tone_pack_share').selectAll().where('pack_id', '=', pack.id).execute()).toEqual(
      [],
    );
    for (const viewer of [ada, ben, eve]) expect((await read(viewer, pack)).status).toBe(404);
  }
});
