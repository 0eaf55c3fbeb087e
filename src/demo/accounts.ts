import type { Actor } from '#access/actor.ts';
import type { Deps } from '#app/deps.ts';
import { authenticate } from '../features/account/authentication/authentication.actions.ts';
import { createProfileOfSignUp } from '../features/account/authentication/promotion.actions.ts';
import { changeLocation } from '../features/workout-window/workout-window.actions.ts';
import { DEMO_PASSWORD, PEOPLE, type SampleUser } from './people.ts';
import { at, type Member } from './sample-deps.ts';

type HandleIdentity = NonNullable<Deps['handleIdentity']>;

/**
 * Makes the accounts of all sample people, as of `joinedAt`; null if they exist already. Those to look at first sign up with the
 * password of the demo. The others get none: to hash forty passwords takes longer than all the rest of their month.
 */
export async function createMembers(deps: Deps, joinedAt: Date, onPerson: () => void): Promise<Member[] | null> {
  const handle = deps.handleIdentity;
  if (handle === null) throw new Error('The demo needs the built-in identity provider: unset AUTH_ISSUER.');
  const then = at(deps, joinedAt);
  const members: Member[] = [];
  for (const user of PEOPLE) {
    const actor = user.about === undefined ? await addAccount(then, user) : await signUp(then, handle, user);
    if (actor === null) return null;
    const { timezone: _, ...location } = user.city;
    await changeLocation(then, actor, location);
    members.push({ ...user, actor });
    onPerson();
  }
  return members;
}

async function addAccount(deps: Deps, { email, name }: SampleUser): Promise<Actor> {
  const userId = deps.ids.next();
  await deps.db
    .transaction()
    .execute((tx) => deps.identityAccounts.create(tx, [{ id: userId, email, name }], deps.clock.now()));
  await createProfileOfSignUp(deps, email);
  return { userId, isSuperAdmin: false, impersonatorId: null };
}

/** Signs up as people do, and in where that starts no session; null if the account exists. */
async function signUp(deps: Deps, handle: HandleIdentity, { name, email }: SampleUser): Promise<Actor | null> {
  const { publicUrl } = deps;
  const post = (path: string, body: object) =>
    handle(
      new Request(`${publicUrl}/auth/${path}/email`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', origin: publicUrl },
        body: JSON.stringify({ email, password: DEMO_PASSWORD, ...body }),
      }),
    );
  const response = await post('sign-up', { name });
  if (response.status === 422) return null;
  if (!response.ok) throw new Error(`The sample people could not sign up (${response.status}).`);
  const { token, user } = (await response.json()) as { token: string | null; user: { id: string } };
  let session = token;
  if (session === null) {
    const signedIn = await post('sign-in', {});
    if (!signedIn.ok) return null;
    const existing = (await signedIn.json()) as { token: string; user: { id: string } };
    // A sign-up with the address of an account gets an id of no account.
    if (existing.user.id !== user.id) return null;
    session = existing.token;
  }
  const headers = { authorization: `Bearer ${session}` };
  const issued = await handle(new Request(`${publicUrl}/auth/token`, { headers }));
  return authenticate(deps, ((await issued.json()) as { token: string }).token);
}
