import type { Deps } from '#app/deps.ts';
import { acceptMembership, addMember } from '../features/organization/member/member.actions.ts';
import { createOrganization } from '../features/organization/organization/organization.actions.ts';
import { createTeam } from '../features/organization/team/team.actions.ts';
import { type Member, memberNamed } from './sample-deps.ts';

const RUNNERS = ['Ben', 'Chloe', 'Deniz', 'Frida', 'Georg', 'Jana', 'Kira', 'Luis', 'Paulo', 'Vera', 'Wanda'];
const LARKS = ['Ada', 'Frida', 'Paulo'];
const EVENING = ['Deniz', 'Luis', 'Vera'];

/** Makes an organization of twelve with two teams. */
export async function makeGroups(
  deps: Deps,
  members: readonly Member[],
): Promise<{ orgId: string; orgMembers: Member[]; larksId: string }> {
  const [ada, kira] = [memberNamed(members, 'Ada'), memberNamed(members, 'Kira')];
  const organization = await createOrganization(deps, ada.actor, {
    name: 'Riverside Runners',
    description: 'We run, walk or at least put our shoes on. All of us are slow on some days.',
  });
  const others = RUNNERS.map((name) => memberNamed(members, name));
  for (const { actor } of others) {
    await addMember(deps, ada.actor, { kind: 'organization', id: organization.id }, { user_id: actor.userId });
    await acceptMembership(deps, actor, { kind: 'organization', id: organization.id });
  }
  const larks = await createTeam(deps, ada.actor, {
    name: 'Early Larks',
    description: 'Out of the door before eight.',
    org_id: organization.id,
    admin_id: kira.actor.userId,
  });
  const evening = await createTeam(deps, ada.actor, {
    name: 'After Hours',
    description: 'For those whose day begins when work ends.',
    org_id: organization.id,
  });
  const join = async (admin: Member, teamId: string, names: readonly string[]) => {
    for (const { actor } of names.map((name) => memberNamed(members, name))) {
      await addMember(deps, admin.actor, { kind: 'team', id: teamId }, { user_id: actor.userId });
      await acceptMembership(deps, actor, { kind: 'team', id: teamId });
    }
  };
  await acceptMembership(deps, kira.actor, { kind: 'team', id: larks.id });
  await join(kira, larks.id, LARKS);
  await join(ada, evening.id, EVENING);
  return { orgId: organization.id, orgMembers: [ada, ...others], larksId: larks.id };
}
