import { runDueImports } from '../../../src/features/data-rights/import/import-run.actions.ts';
import { formOf } from '../../multipart.ts';
import { zipOf } from '../../zip.ts';
import { type Rows, row } from '../matrix.ts';
import type { Scenario } from '../scenario.ts';

/** A file, once no import is under way: a person has one at a time. */
async function diary({ app }: Pick<Scenario, 'app'>) {
  await runDueImports(app.deps);
  return formOf({ file: await zipOf({ '2024-05-31.md': 'A walk' }) });
}

/** A plan of the owner's. */
async function planned({ app, people }: Scenario) {
  const { body, headers } = await diary({ app });
  const response = await app.call(people.owner, 'POST', '/api/user/import?dry_run=true', body, headers);
  await runDueImports(app.deps);
  return { path: { id: response.body.import.id } };
}

export const IMPORT_ROWS: Rows = {
  'POST /api/user/import': row('401 401 | 201 201 201 201 | 201', diary),
  'GET /api/user/imports': row('401 401 | 200 200 200 200 | 200'),
  'GET /api/user/imports/:id': row('401 401 | 404 404 404 200 | 404', planned),
  'POST /api/user/imports/:id/start': row('401 401 | 404 404 404 200 | 404', planned),
};
