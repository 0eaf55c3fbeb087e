import type { Deps } from '../deps.ts';
import { authenticate } from '../features/account/authentication.actions.ts';
import { changeLocation } from '../features/workout-window/workout-window.actions.ts';
import { DEMO_PASSWORD, PEOPLE, type SamplePerson } from './people.ts';
import { at, type Member } from './sample-deps.ts';

type AnswerIdentity = NonNullable<Deps['answerIdentity']>;

/** Hashing a password takes a core for a while: so many at once keep the machine busy and no more. */
const SIGN_UPS_AT_ONCE = 4;

/** Signs all sample people up at the built-in identity provider, as of `joinedAt`; null if they exist already. */
export async function signUpPeople(deps: Deps, joinedAt: Date, onPerson: () => void): Promise<Member[] | null> {
  const answer = deps.answerIdentity;
  if (answer === null) throw new Error('The demo needs the built-in identity provider: unset AUTH_ISSUER.');
  const members: Member[] = [];
  for (let start = 0; start < PEOPLE.length; start += SIGN_UPS_AT_ONCE) {
    const some = PEOPLE.slice(start, start + SIGN_UPS_AT_ONCE);
    const sessions = await Promise.all(some.map((person) => signUp(answer, deps.publicUrl, person)));
    for (const [index, person] of some.entries()) {
      const session = sessions[index] ?? null;
      if (session === null) return null;
      members.push(await join(deps, answer, person, session, joinedAt));
      onPerson();
    }
  }
  return members;
}

async function join(
  deps: Deps,
  answer: AnswerIdentity,
  person: SamplePerson,
  session: string,
  joinedAt: Date,
): Promise<Member> {
  const then = at(deps, joinedAt);
  const actor = await authenticate(then, await accessToken(answer, deps.publicUrl, session));
  const { timezone: _, ...location } = person.city;
  await changeLocation(then, actor, location);
  return { ...person, actor };
}

/** The session of a new account, or null if the account exists. */
async function signUp(answer: AnswerIdentity, publicUrl: string, { name, email }: SamplePerson): Promise<string | null> {
  const response = await answer(
    new Request(`${publicUrl}/auth/sign-up/email`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: publicUrl },
      body: JSON.stringify({ name, email, password: DEMO_PASSWORD }),
    }),
  );
  if (response.status === 422) return null;
  if (!response.ok) throw new Error(`The sample people could not sign up (${response.status}).`);
  return ((await response.json()) as { token: string }).token;
}

async function accessToken(answer: AnswerIdentity, publicUrl: string, session: string): Promise<string> {
  const headers = { authorization: `Bearer ${session}` };
  const response = await answer(new Request(`${publicUrl}/auth/token`, { headers }));
  return ((await response.json()) as { token: string }).token;
}
