import { createOrganization, createTeam } from '../groups.ts';
import type { Person, TestApp } from '../start-test-app.ts';
import type { Caller } from './matrix.ts';

/** People who stand in every relation to a record, and records of the one among them who is the owner. */
export type Scenario = {
  app: TestApp;
  people: Record<Exclude<Caller, 'nobody'>, Person>;
  /** Somebody new, whom nobody knows. */
  person(): Promise<Person>;
  /** An organization of the owner's, with a team that the owner is the admin of; the member belongs to both. */
  groups(): Promise<{ org: string; team: string }>;
  /** What the owner gets back from this POST: the record, or the answer itself where it has none of that name. */
  // biome-ignore lint/suspicious/noExplicitAny: every answer is held against its declared shape; a row reads what it needs
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
      if (response.status >= 300) throw new Error(`POST ${url} answered ${response.status}: ${response.text}`);
      return response.body[name];
    },
  };
}
