import { createECDH, randomUUID } from 'node:crypto';
import type { Person, TestApp } from '../start-test-app.ts';

/** The data of a job before its run, and the changes of one run. */
export type Scenario = {
  /** Creates work for the job, by the API where possible, and sets the clock to the instant of the run. */
  arrange(app: TestApp): Promise<void>;
  /** The tables that a run changes, with the number of added rows: 0 if rows are only updated. */
  changes: Readonly<Record<string, number>>;
  /** The duration of the lease of a run that was cut off, in milliseconds. Default: 0. */
  isHeldFor?: number;
  /** Tables of costs, with the reason why two runs may cost more than one. */
  mayCostMore?: Readonly<Record<string, string>>;
  /** What the job does for a user if the provider does not respond, unless the next run processes this user. */
  withoutResponse?: string;
};

/** Scenarios by the name of the job. */
export type Scenarios = Readonly<Record<string, Scenario>>;

/** Returns the user with a new token. */
export async function renewed({ issuer, clock }: TestApp, person: Person): Promise<Person> {
  return { ...person, token: await issuer.sign(person.id, clock.now(), { email: person.email }) };
}

/** Sends a request as a user with a new token. Returns the body of the response, and throws if it failed. */
export async function ask(app: TestApp, person: Person | null, ...request: Requested): Promise<TestBody> {
  const [method, url, body, headers] = request;
  const caller = person && (await renewed(app, person));
  const response = await app.call(caller, method, url, body, headers);
  if (response.status >= 300) throw new Error(`${method} ${url} returned ${response.status}: ${response.text}`);
  return response.body;
}

type Requested = Parameters<TestApp['call']> extends [unknown, ...infer Rest] ? Rest : never;
type TestBody = Awaited<ReturnType<TestApp['call']>>['body'];

/** Registers a device of a user for notifications. */
export async function giveDevice(app: TestApp, person: Person): Promise<void> {
  await ask(app, person, 'POST', '/api/notifications/devices', {
    endpoint: `https://fcm.googleapis.com/fcm/send/${randomUUID()}`,
    keys: { p256dh: createECDH('prime256v1').generateKeys('base64url'), auth: 'AAAAAAAAAAAAAAAAAAAAAA' },
  });
}
