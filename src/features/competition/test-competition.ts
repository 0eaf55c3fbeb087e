import { expect } from 'vitest';
import type { Person, TestApp } from '#test/start-test-app.ts';

export const OPEN = { name: 'Coils of the year', is_active: true, entry_open: true };

export const WEIGHTS = {
  clone: 1,
  completion: 10,
  replication_confirmed: 100,
  replication_refuted: -1_000,
  build: 0.5,
};

type Named = { id: string };

/** Calls of competitions over HTTP. */
export function competitionsOf({ call, deps }: Pick<TestApp, 'call' | 'deps'>, root: Person) {
  return {
    createCompetition: async (fields: object = {}) => {
      const input = { ...OPEN, scoring_config: WEIGHTS, ...fields };
      const { status, body } = await call(root, 'POST', '/api/lab/admin/competitions', input);
      expect(status).toBe(201);
      return body.competition;
    },
    postCompetition: (caller: Person | null, body: unknown) =>
      call(caller, 'POST', '/api/lab/admin/competitions', body),
    changeCompetition: (caller: Person | null, { id }: Named, body: unknown) =>
      call(caller, 'PUT', `/api/lab/admin/competitions/${id}`, body),
    listCompetitions: (viewer: Person | null, query = '') => call(viewer, 'GET', `/api/lab/competitions${query}`),
    getCompetition: (viewer: Person | null, { id }: Named) => call(viewer, 'GET', `/api/lab/competitions/${id}`),
    enterTemplate: (caller: Person | null, { id }: Named, body: unknown) =>
      call(caller, 'POST', `/api/lab/competitions/${id}/entries`, body),
    getLeaderboard: (viewer: Person | null, { id }: Named, query = '') =>
      call(viewer, 'GET', `/api/lab/competitions/${id}/leaderboard${query}`),
    recompute: (caller: Person | null, { id }: Named) =>
      call(caller, 'POST', `/api/lab/admin/competitions/${id}/recompute`),
    findRow: ({ id }: Named) => deps.db.selectFrom('competition').selectAll().where('id', '=', id).executeTakeFirst(),
    listEntries: ({ id }: Named) =>
      deps.db.selectFrom('competition_entry').selectAll().where('competition_id', '=', id).orderBy('id').execute(),
    listAuditEvents: ({ id }: Named) =>
      deps.db
        .selectFrom('audit_log')
        .select(['actor_id', 'action', 'subject_type', 'details'])
        .where('subject_id', '=', id)
        .orderBy('created_at')
        .orderBy('id')
        .execute(),
  };
}
