import { createOrganization, createTeam } from '../groups.ts';
import type { Person, TestApp } from '../start-test-app.ts';
import type { Caller } from './matrix.ts';

/** A user for each caller of the matrix, and functions that create records of the owner. */
export type Scenario = {
  app: TestApp;
  people: Record<Exclude<Caller, 'anonymous'>, Person>;
  /** Creates a user without relations to others. */
  person(): Promise<Person>;
  /** Creates an organization of the owner with a team that the owner administers. The member belongs to both. */
  groups(): Promise<{ org: string; team: string }>;
  /** Sends a POST as the owner, and returns the property `name` of the response body. */
  // biome-ignore lint/suspicious/noExplicitAny: the app checks each response against its schema; a row reads what it needs
  made(url: string, name: string, body: unknown): Promise<any>;
};

export async function createScenario(app: TestApp): Promise<Scenario> {
  const [stranger, otherOwner, member, owner, superAdmin] = await Promise.all([
    app.person(),
    app.person(),
    app.person(),
    app.person(),
    app.superAdmin(),
  ]);
  const elsewhere = await createOrganization(app.deps, otherOwner);
  await createTeam(app.deps, elsewhere, otherOwner);
  const forged = { ...owner, token: `${owner.token.slice(0, -6)}AAAAAA` };

  return {
    app,
    people: {
      'bad token': forged,
      stranger,
      'other owner': otherOwner,
      member,
      owner,
      'super admin': superAdmin,
    },
    person: () => app.person(),
    groups: async () => {
      const org = await createOrganization(app.deps, owner, [member]);
      return { org, team: await createTeam(app.deps, org, owner, [member]) };
    },
    made: async (url, name, body) => {
      const response = await app.call(owner, 'POST', url, body);
      if (response.status >= 300) throw new Error(`POST ${url} returned ${response.status}: ${response.text}`);
      return response.body[name];
    },
  };
}
