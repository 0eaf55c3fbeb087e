import { PATIENT_LOCKS, type Person, startTestApp, type TestApp, type TestResponse } from '#test/start-test-app.ts';

const SECRET = 'secret-of-the-spring';

/** A config with one city and this probability. */
export const IN_HOUSTON = { regions: { South: 1 } };

export type Generated = { id: string; user_name: string; window_start_time: string };

/** Starts an app with helpers that create synthetic users and run their jobs. */
export async function startSyntheticApp() {
  const app = await startTestApp({ environment: { ...PATIENT_LOCKS, WORKOUT_WINDOW_CRON_SECRET: SECRET } });
  const { call, deps } = app;

  /** Resolves when the created users are matched. */
  const generate = async (actor: Person | null, body: unknown) => {
    const response = await call(actor, 'POST', '/api/workout-window/admin/ai-users/generate', body);
    await deps.background.drain();
    return response;
  };

  /** Generates users as the newest super admin, whose token has not expired. */
  async function generated(count: number, config: object = IN_HOUSTON): Promise<Generated[]> {
    const { status, body, text } = await generate(await app.superAdmin(), { count, config });
    if (status !== 201 || body.failed > 0) throw new Error(`Generation failed: ${text}`);
    return body.users;
  }

  /** Deletes all who were made. Squads go first: in one statement, chains would be changed beside those that go with them. */
  async function deleteAllSyntheticUsers(): Promise<void> {
    await deps.db.deleteFrom('squad').execute();
    await deps.db.deleteFrom('profile').where('is_ai', '=', true).execute();
  }

  const chainsOn = (date: string) =>
    deps.db.selectFrom('chain').selectAll().where('date', '=', date).orderBy('user_id').execute();

  const checkInsOn = (date: string) =>
    deps.db.selectFrom('check_in').selectAll().where('date', '=', date).orderBy('user_id').execute();

  return { ...app, deleteAllSyntheticUsers, generate, generated, chainsOn, checkInsOn, runJob: jobOn(call) };
}

export function jobOn(call: TestApp['call']): (secret?: string | null) => Promise<TestResponse> {
  return (secret = SECRET) =>
    call(
      null,
      'POST',
      '/api/workout-window/cron/ai-checkins',
      undefined,
      secret === null ? {} : { 'x-cron-secret': secret },
    );
}
