import { expect } from 'vitest';
import type { Person, TestApp, TestResponse } from '#test/start-test-app.ts';

type WithId = { id: string };

export const SPONSOR = {
  name: 'Coils & Sons',
  tier: 'gold',
  contact_name: 'Carla Canary',
  contact_email: 'canary-contact@sponsors.test',
  website: 'https://coils.test/',
  logo_url: 'https://coils.test/logo.svg',
  message: 'canary-message: call me',
};

export const OPPORTUNITY = {
  title: 'A summer at the bench',
  type: 'internship',
  organization: 'Coils & Sons',
  description: 'Wind coils with us.',
  url: 'https://coils.test/summer',
  deadline: '2999-12-31',
};

/** Calls of sponsors and opportunities over HTTP. */
export function sponsorsOf({ call, clock, deps }: Pick<TestApp, 'call' | 'clock' | 'deps'>) {
  const applyAsSponsor = (body: unknown = SPONSOR, caller: Person | null = null) =>
    call(caller, 'POST', '/api/lab/sponsors', body);
  const decide = (caller: Person | null, { id }: WithId, verb: 'approve' | 'decline', body?: unknown) =>
    call(caller, 'POST', `/api/lab/admin/sponsors/${id}/${verb}`, body);
  const submitOpportunity = (caller: Person | null, body: unknown = OPPORTUNITY) =>
    call(caller, 'POST', '/api/lab/opportunities', body);
  const decideOpportunity = (caller: Person | null, { id }: WithId, verb: 'approve' | 'decline', body?: unknown) =>
    call(caller, 'POST', `/api/lab/admin/opportunities/${id}/${verb}`, body);

  /** Creates an application, a millisecond after the previous one. */
  const createApplication = async (fields: object = {}) => {
    clock.advance(1);
    const { status, body } = await applyAsSponsor({ ...SPONSOR, ...fields });
    expect(status).toBe(201);
    return body.sponsor;
  };
  return {
    applyAsSponsor,
    createApplication,
    decide,
    submitOpportunity,
    decideOpportunity,
    /** Creates an approved sponsor. */
    createSponsor: async (root: Person, fields: object = {}) => {
      const sponsor = await createApplication(fields);
      expect((await decide(root, sponsor, 'approve')).status).toBe(200);
      return { ...sponsor, status: 'approved' };
    },
    listSponsors: (viewer: Person | null, query = '') => call(viewer, 'GET', `/api/lab/sponsors${query}`),
    listPendingSponsors: (caller: Person | null, query = '') =>
      call(caller, 'GET', `/api/lab/admin/sponsors/pending${query}`),
    createOpportunity: async (caller: Person, fields: object = {}) => {
      clock.advance(1);
      const { status, body } = await submitOpportunity(caller, { ...OPPORTUNITY, ...fields });
      expect(status).toBe(201);
      return body.opportunity;
    },
    listOpportunities: (viewer: Person | null, query = '') => call(viewer, 'GET', `/api/lab/opportunities${query}`),
    listPendingOpportunities: (caller: Person | null, query = '') =>
      call(caller, 'GET', `/api/lab/admin/opportunities/pending${query}`),
    contactSponsor: (caller: Person | null, { id }: WithId, fields: object = {}, on = call): Promise<TestResponse> =>
      on(caller, 'POST', '/api/lab/outreach', { recipient_id: id, message: 'Hello', ...fields }),
    listEmailsTo: ({ id }: WithId) =>
      deps.db.selectFrom('outgoing_mail').selectAll().where('external_recipient_id', '=', id).orderBy('id').execute(),
    findRow: ({ id }: WithId) =>
      deps.db.selectFrom('sponsor').selectAll().where('id', '=', id).executeTakeFirstOrThrow(),
    findOpportunityRow: ({ id }: WithId) =>
      deps.db.selectFrom('opportunity').selectAll().where('id', '=', id).executeTakeFirstOrThrow(),
    listAuditEvents: ({ id }: WithId) =>
      deps.db
        .selectFrom('audit_log')
        .select(['actor_id', 'action', 'subject_type', 'details'])
        .where('subject_id', '=', id)
        .orderBy('id')
        .execute(),
  };
}
