import type { TestApp } from './start-test-app.ts';

/** The secret that an app needs whose retention job is run. */
export const RETENTION_ENVIRONMENT = { CRON_SECRET: 'a-secret-of-the-spring' };

/** Runs the retention job and returns how much it deleted, by kind. */
export async function applyRetention({ call }: Pick<TestApp, 'call'>): Promise<Record<string, number>> {
  const headers = { 'x-cron-secret': RETENTION_ENVIRONMENT.CRON_SECRET };
  const { status, body } = await call(null, 'POST', '/api/cron/apply-retention', undefined, headers);
  if (status !== 200) throw new Error(`The retention job answered ${status}.`);
  const deleted: { name: string; count: number }[] = body.results.deleted;
  return Object.fromEntries(deleted.map(({ name, count }) => [name, count]));
}
