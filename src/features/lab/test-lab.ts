import { expect } from 'vitest';
import type { Person, TestApp } from '#test/start-test-app.ts';

export const STEPS = [
  { title: 'Wind the coil', instructions: 'A hundred turns, close to each other.' },
  { title: 'Measure', instructions: 'Sweep from 1 to 20 MHz.' },
  { title: 'Compare', instructions: '' },
];

export const TEMPLATE = { title: 'A coil', description: 'Its self-resonant frequency.', steps: STEPS };

export const PREDICTED = {
  outputs: [
    { label: 'Self-resonant frequency', value: 100, unit: 'MHz' },
    { label: 'Inductance', value: 204, unit: 'µH' },
  ],
};

/** The body of a replication, with the first predicted output. */
export const measured = (value: unknown, label = 'Self-resonant frequency', unit = 'MHz') => ({
  outputs: [{ label, value, unit }],
});

/** Calls of the lab over HTTP. */
export function labOf({ call, deps }: Pick<TestApp, 'call' | 'deps'>) {
  const createTemplate = async (owner: Person, fields: object = {}) => {
    const { status, body } = await call(owner, 'POST', '/api/lab/templates', { ...TEMPLATE, ...fields });
    expect(status).toBe(201);
    return body.template;
  };
  const at = ({ id }: { id: string }, rest = '') => `/api/lab/templates/${id}${rest}`;
  const levelPath = ({ id }: { id: string }) => `/api/lab/admin/templates/${id}/safety-level`;
  return {
    createTemplate,
    /** Creates a public template. */
    createPublicTemplate: (owner: Person, fields: object = {}) => createTemplate(owner, { is_public: true, ...fields }),
    getTemplate: (viewer: Person | null, template: { id: string }) => call(viewer, 'GET', at(template)),
    changeTemplate: (caller: Person | null, template: { id: string }, body: unknown) =>
      call(caller, 'PUT', at(template), body),
    copyTemplate: (caller: Person | null, template: { id: string }, body?: unknown) =>
      call(caller, 'POST', at(template, '/clone'), body),
    replicateTemplate: (caller: Person | null, template: { id: string }, body: unknown) =>
      call(caller, 'POST', at(template, '/replications'), body),
    listReplications: (viewer: Person | null, template: { id: string }, query = '') =>
      call(viewer, 'GET', at(template, `/replications${query}`)),
    submitVideo: (caller: Person | null, template: { id: string }, body: unknown) =>
      call(caller, 'POST', at(template, '/videos'), body),
    setLevel: (caller: Person | null, template: { id: string }, safety_level: unknown) =>
      call(caller, 'PUT', levelPath(template), { safety_level }),
    setClassroom: (caller: Person, is_classroom = true) =>
      deps.db.updateTable('profile').set({ is_classroom }).where('id', '=', caller.id).execute(),
    setActive: (caller: Person, is_active: boolean) =>
      deps.db.updateTable('profile').set({ is_active }).where('id', '=', caller.id).execute(),
    listAuditEvents: (subject: { id: string }) =>
      deps.db
        .selectFrom('audit_log')
        .select(['actor_id', 'action', 'subject_type', 'details'])
        .where('subject_id', '=', subject.id)
        .orderBy('id')
        .execute(),
    findRow: (template: { id: string }) =>
      deps.db.selectFrom('lab_template').selectAll().where('id', '=', template.id).executeTakeFirstOrThrow(),
  };
}

/** The body of a problem without the id of its request. */
export const withoutRequestId = ({ request_id: _, ...body }: Record<string, unknown>) => body;
