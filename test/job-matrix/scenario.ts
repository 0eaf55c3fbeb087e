import { createECDH, randomUUID } from 'node:crypto';
import type { Person, TestApp } from '../start-test-app.ts';

/** What a job finds when it is run, and what one run of it makes of that. */
export type Scenario = {
  /** Makes work for the job, through the interface where that can be done, and sets the clock to the moment of the run. */
  arrange(app: TestApp): Promise<void>;
  /** The tables that a run changes, each with the number of rows by which it grows: 0 where rows change in their places. */
  changes: Readonly<Record<string, number>>;
  /** For how long a run that was broken off keeps others from its work, in milliseconds; 0 where not given. */
  isHeldFor?: number;
  /** Tables whose rows say what a run has cost, each with the reason why two runs may have cost more than one. */
  mayCostMore?: Readonly<Record<string, string>>;
  /** What the job does for somebody about whom the provider does not answer, where it does not leave them to the next run. */
  withoutResponse?: string;
};

/** The scenarios of some jobs, by their names. */
export type Scenarios = Readonly<Record<string, Scenario>>;

/** The same person with a token of this moment. */
export async function renewed({ issuer, clock }: TestApp, person: Person): Promise<Person> {
  return { ...person, token: await issuer.sign(person.id, clock.now(), { email: person.email }) };
}

/** Does as somebody what has to succeed, and gives the answer's body. */
export async function ask(app: TestApp, person: Person | null, ...request: Requested): Promise<TestBody> {
  const [method, url, body, headers] = request;
  const caller = person && (await renewed(app, person));
  const response = await app.call(caller, method, url, body, headers);
  if (response.status >= 300) throw new Error(`${method} ${url} answered ${response.status}: ${response.text}`);
  return response.body;
}

type Requested = Parameters<TestApp['call']> extends [unknown, ...infer Rest] ? Rest : never;
type TestBody = Awaited<ReturnType<TestApp['call']>>['body'];

/** Gives somebody a device, to which notices are delivered. */
export async function giveDevice(app: TestApp, person: Person): Promise<void> {
  await ask(app, person, 'POST', '/api/notifications/devices', {
    endpoint: `https://fcm.googleapis.com/fcm/send/${randomUUID()}`,
    keys: { p256dh: createECDH('prime256v1').generateKeys('base64url'), auth: 'AAAAAAAAAAAAAAAAAAAAAA' },
  });
}
