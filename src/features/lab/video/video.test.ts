import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { type Person, startTestApp } from '#test/start-test-app.ts';
import { labOf } from '../test-lab.ts';

const app = await startTestApp();
const { call, clock, deps, person, superAdmin } = app;
const {
  createTemplate,
  createPublicTemplate,
  changeTemplate,
  copyTemplate,
  submitVideo,
  setActive,
  setClassroom,
  listAuditEvents,
} = labOf(app);

const [ada, ben, root] = [await person(), await person(), await superAdmin()];

const VIDEO = { title: 'A coil that sings', url: 'https://videos.test/watch?v=1#t=10' };

const list = (viewer: Person | null, { id }: { id: string }, query = '') =>
  call(viewer, 'GET', `/api/lab/templates/${id}/videos${query}`);
const pending = (caller: Person | null, query = '') => call(caller, 'GET', `/api/lab/admin/videos/pending${query}`);
const decide = (caller: Person | null, { id }: { id: string }, verb: 'approve' | 'decline', body?: unknown) =>
  call(caller, 'POST', `/api/lab/admin/videos/${id}/${verb}`, body);
const feature = (caller: Person | null, { id }: { id: string }, is_featured: unknown) =>
  call(caller, 'PUT', `/api/lab/admin/videos/${id}/featured`, { is_featured });

const submitted = async (template: { id: string }) => {
  clock.advance(1);
  return (await submitVideo(ben, template, VIDEO)).body.video;
};
const approved = async (template: { id: string }) => {
  const video = await submitted(template);
  await decide(root, video, 'approve');
  return video;
};
const rowOf = ({ id }: { id: string }) =>
  deps.db.selectFrom('lab_video').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
const countOf = async ({ id }: { id: string }) =>
  (await deps.db.selectFrom('lab_video').select('id').where('template_id', '=', id).execute()).length;

describe('POST /api/lab/templates/:id/videos', () => {
  test('submits a video that is not listed yet', async () => {
    const template = await createPublicTemplate(ada);
    const { status, body } = await submitVideo(ben, template, VIDEO);
    expect(status).toBe(201);
    expect(body).toEqual({
      video: {
        id: expect.any(String),
        template_id: template.id,
        ...VIDEO,
        status: 'pending',
        is_featured: false,
        created_at: clock.now().toISOString(),
      },
    });
    for (const viewer of [ada, ben]) expect((await list(viewer, template)).body.videos).toEqual([]);
  });

  test('ignores other fields of the body', async () => {
    const template = await createPublicTemplate(ada);
    const ignored = { status: 'approved', is_featured: true, submitted_by: ada.id, decline_reason: 'None' };
    const { body } = await submitVideo(ben, template, { ...VIDEO, ...ignored });
    expect(await rowOf(body.video)).toMatchObject({ status: 'pending', is_featured: false, submitted_by: ben.id });
  });

  test.each([
    'http://videos.test/1',
    'HTTPS://videos.test/1',
    '//videos.test/1',
    'javascript:alert(1)',
    'data:text/html,hello',
    'file:///etc/passwd',
    'https://',
    'https:///videos',
    'https://ada:secret@videos.test/1',
    'https://videos.test@elsewhere.test/1',
    'https://videos.test\\@elsewhere.test/1',
    'https://videos.test/a b',
    ' https://videos.test/1',
    'https://videos.test:99999/1',
    `https://videos.test/${'x'.repeat(2_048)}`,
    '',
    null,
    5,
    ['https://videos.test/1'],
  ])('returns 400 for the URL %j', async (url) => {
    const template = await createPublicTemplate(ada);
    expect((await submitVideo(ben, template, { ...VIDEO, url })).status).toBe(400);
    expect(await countOf(template)).toBe(0);
  });

  test.each(['', 'x'.repeat(201), null, undefined, 5])('returns 400 for the title %j', async (title) => {
    expect((await submitVideo(ben, await createPublicTemplate(ada), { ...VIDEO, title })).status).toBe(400);
  });

  test('returns 400 for an experiment that is not a template', async () => {
    const copy = (await copyTemplate(ben, await createPublicTemplate(ada))).body.template;
    expect((await submitVideo(ben, copy, VIDEO)).body.code).toBe('lab.not-a-template');
  });

  test('returns 401 without a token', async () => {
    expect((await submitVideo(null, await createPublicTemplate(ada), VIDEO)).status).toBe(401);
  });

  test('returns 403 to classroom users for any template', async () => {
    const eve = await person();
    await setClassroom(eve);
    const template = await createPublicTemplate(ada);
    await call(root, 'POST', `/api/lab/admin/templates/${template.id}/promote-to-classroom`, { min_grade_band: 'K-2' });
    for (const one of [template, await createTemplate(eve)]) {
      const { status, body } = await submitVideo(eve, one, VIDEO);
      expect([status, body.code]).toEqual([403, 'lab.videos-closed-to-classrooms']);
      expect(await countOf(one)).toBe(0);
    }
    await setClassroom(eve, false);
    expect((await submitVideo(eve, template, VIDEO)).status).toBe(201);
  });

  test('returns 404 for a hidden template and an unknown id', async () => {
    expect((await submitVideo(ben, await createTemplate(ada), VIDEO)).status).toBe(404);
    expect((await submitVideo(ben, { id: randomUUID() }, VIDEO)).status).toBe(404);
  });
});

describe('GET /api/lab/templates/:id/videos', () => {
  test('lists approved videos, newest first, without submitters and reasons', async () => {
    const template = await createPublicTemplate(ada);
    const [first, declined, second] = [await approved(template), await submitted(template), await approved(template)];
    await submitted(template);
    await decide(root, declined, 'decline', { reason: 'A canary sings here' });
    const { status, body, text } = await list(await person(), template);
    expect(status).toBe(200);
    expect(body).toEqual({
      videos: [second, first].map((video) => ({ ...video, status: 'approved' })),
      next_cursor: null,
    });
    expect(text).not.toMatch(new RegExp(`canary|${ben.id}|${ben.email}`));
  });

  test('omits videos of inactive users until they are active again', async () => {
    const template = await createPublicTemplate(ada);
    const video = await approved(template);
    await setActive(ben, false);
    expect((await list(ada, template)).body.videos).toEqual([]);
    await setActive(ben, true);
    expect((await list(ada, template)).body.videos).toMatchObject([{ id: video.id }]);
  });

  test('pages', async () => {
    const template = await createPublicTemplate(ada);
    for (let index = 0; index < 3; index += 1) await approved(template);
    const first = (await list(ada, template, '?limit=2')).body;
    const second = (await list(ada, template, `?limit=2&cursor=${first.next_cursor}`)).body;
    expect([first.videos.length, second.videos.length, second.next_cursor]).toEqual([2, 1, null]);
  });

  test('returns 401 without a token', async () => {
    expect((await list(null, await createPublicTemplate(ada))).status).toBe(401);
  });

  test('returns 404 for a hidden template', async () => {
    const template = await createPublicTemplate(ada);
    await approved(template);
    await changeTemplate(ada, template, { is_public: false });
    expect((await list(ben, template)).status).toBe(404);
    expect((await list(ada, template)).body.videos).toHaveLength(1);
  });
});

describe('GET /api/lab/admin/videos/pending', () => {
  test('lists pending submissions with their submitters, newest first', async () => {
    const template = await createPublicTemplate(ada);
    const [one, other] = [await submitted(template), await submitted(template)];
    const gone = await approved(template);
    const { status, body } = await pending(root, '?limit=2');
    expect(status).toBe(200);
    const expected = { submitted_by: ben.id, decline_reason: null, decided_at: null };
    expect(body.videos).toEqual([other, one].map((video) => ({ ...video, ...expected })));
    expect(body.videos.map(({ id }: { id: string }) => id)).not.toContain(gone.id);
    expect((await pending(root, `?limit=1&cursor=${body.next_cursor}`)).status).toBe(200);
  });

  test('returns 400 for an invalid page', async () => {
    expect((await pending(root, '?limit=0')).status).toBe(400);
  });

  test('returns 401 without a token and 403 for other users', async () => {
    expect((await pending(null)).status).toBe(401);
    expect((await pending(ada, '?limit=0')).status).toBe(403);
  });
});

test.each([
  ['approve', undefined, true],
  ['decline', { reason: 'A canary' }, false],
] as const)('%s notifies the submitter, without the reason', async (verb, body, is_approved) => {
  const submitter = await person();
  const template = await createPublicTemplate(ada);
  const { video: record } = (await submitVideo(submitter, template, VIDEO)).body;
  expect((await decide(root, record, verb, body)).status).toBe(200);
  const { notifications } = (await app.call(submitter, 'GET', '/api/notifications')).body;
  expect(notifications).toMatchObject([
    {
      kind: 'video_decided',
      data: { video_id: record.id, is_approved },
      target: { type: 'experiment', id: template.id },
      actor: null,
    },
  ]);
  expect(JSON.stringify(notifications)).not.toContain('canary');
});

describe('POST /api/lab/admin/videos/:id/approve', () => {
  test('approves a video and lists it', async () => {
    const template = await createPublicTemplate(ada);
    const video = await submitted(template);
    clock.advance(1_000);
    const { status, body } = await decide(root, video, 'approve');
    expect([status, body.video]).toEqual([
      200,
      {
        ...video,
        status: 'approved',
        submitted_by: ben.id,
        decline_reason: null,
        decided_at: clock.now().toISOString(),
      },
    ]);
    expect((await list(ben, template)).body.videos).toEqual([{ ...video, status: 'approved' }]);
    expect(await listAuditEvents(video)).toEqual([
      { actor_id: root.id, action: 'lab.approve-video', subject_type: 'lab_video', details: {} },
    ]);
  });

  test('returns 400 after an approval or a decline', async () => {
    const template = await createPublicTemplate(ada);
    const [one, other] = [await approved(template), await submitted(template)];
    await decide(root, other, 'decline', { reason: 'No' });
    for (const video of [one, other]) {
      const before = await rowOf(video);
      expect((await decide(root, video, 'approve')).body.code).toBe('lab.video-not-pending');
      expect((await decide(root, video, 'decline', { reason: 'No' })).body.code).toBe('lab.video-not-pending');
      expect(await rowOf(video)).toEqual(before);
      expect(await listAuditEvents(video)).toHaveLength(1);
    }
  });

  test('returns 401, 403 and 404', async () => {
    const video = await submitted(await createPublicTemplate(ada));
    expect((await decide(null, video, 'approve')).status).toBe(401);
    expect((await decide(ben, video, 'approve')).status).toBe(403);
    expect((await decide(ben, { id: 'x' }, 'approve')).status).toBe(403);
    expect((await decide(root, { id: randomUUID() }, 'approve')).body.code).toBe('lab.video-not-found');
    expect((await decide(root, { id: 'x' }, 'approve')).status).toBe(400);
    expect((await rowOf(video)).status).toBe('pending');
  });
});

describe('POST /api/lab/admin/videos/:id/decline', () => {
  test.each(['No', 'x'.repeat(1_000)])('shows the reason only to super admins', async (reason) => {
    const template = await createPublicTemplate(ada);
    const video = await submitted(template);
    const { status, body } = await decide(root, video, 'decline', { reason });
    expect([status, body.video]).toMatchObject([200, { id: video.id, status: 'declined', decline_reason: reason }]);
    expect((await list(ben, template)).body.videos).toEqual([]);
    const records = await listAuditEvents(video);
    expect(records).toMatchObject([{ action: 'lab.decline-video', details: {} }]);
  });

  test.each([undefined, {}, { reason: '' }, { reason: ' \n ' }, { reason: 'x'.repeat(1_001) }, { reason: null }])(
    'returns 400 for the body %j',
    async (body) => {
      const video = await submitted(await createPublicTemplate(ada));
      expect((await decide(root, video, 'decline', body)).status).toBe(400);
      expect((await rowOf(video)).status).toBe('pending');
    },
  );

  test('returns 401, 403 and 404', async () => {
    const video = await submitted(await createPublicTemplate(ada));
    expect((await decide(null, video, 'decline', { reason: 'No' })).status).toBe(401);
    expect((await decide(ada, video, 'decline', { reason: 'No' })).status).toBe(403);
    expect((await decide(ada, { id: 'x' }, 'decline', 5)).status).toBe(403);
    expect((await decide(root, { id: randomUUID() }, 'decline', { reason: 'No' })).status).toBe(404);
    expect((await rowOf(video)).status).toBe('pending');
  });
});

describe('PUT /api/lab/admin/videos/:id/featured', () => {
  test('features a video, and removes it again', async () => {
    const template = await createPublicTemplate(ada);
    const video = await approved(template);
    for (const is_featured of [true, false]) {
      clock.advance(1);
      const { status, body } = await feature(root, video, is_featured);
      expect([status, body.video]).toMatchObject([200, { id: video.id, is_featured, submitted_by: ben.id }]);
      expect((await list(ben, template)).body.videos).toMatchObject([{ id: video.id, is_featured }]);
    }
    const actions = (await listAuditEvents(video)).map(({ action }) => action);
    expect(actions).toEqual(['lab.approve-video', 'lab.feature-video', 'lab.unfeature-video']);
  });

  test('returns 400 for a video that is not approved', async () => {
    const template = await createPublicTemplate(ada);
    const [waiting, declined] = [await submitted(template), await submitted(template)];
    await decide(root, declined, 'decline', { reason: 'No' });
    for (const video of [waiting, declined]) {
      expect((await feature(root, video, true)).body.code).toBe('lab.video-not-approved');
      expect((await rowOf(video)).is_featured).toBe(false);
    }
  });

  test.each([undefined, null, 'true', 1, []])('returns 400 for the is_featured %j', async (is_featured) => {
    const video = await approved(await createPublicTemplate(ada));
    expect((await feature(root, video, is_featured)).status).toBe(400);
    expect((await rowOf(video)).is_featured).toBe(false);
  });

  test('returns 401, 403 and 404', async () => {
    const video = await approved(await createPublicTemplate(ada));
    expect((await feature(null, video, true)).status).toBe(401);
    expect((await feature(ben, video, true)).status).toBe(403);
    expect((await feature(root, { id: randomUUID() }, true)).status).toBe(404);
    expect((await rowOf(video)).is_featured).toBe(false);
  });
});
