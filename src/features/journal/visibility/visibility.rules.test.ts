import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  checkMembership,
  decideEffectiveSharing,
  groupsNamedBy,
  mergeSharing,
  OWNER_ONLY,
  shownLevel,
  withoutMissingGroups,
} from './visibility.rules.ts';
import type { Sharing, SharingInput, StoredLevel } from './visibility.schema.ts';

const OWN_TEAM = '11111111-0000-4000-8000-000000000001';
const OWN_ORG = '11111111-0000-4000-8000-000000000002';
const NOTEBOOKS_TEAM = '22222222-0000-4000-8000-000000000001';
const NOTEBOOKS_ORG = '22222222-0000-4000-8000-000000000002';
const ALL_USERS_ID = '00000000-0000-0000-0000-000000000000';

const LEVELS = ['user', 'team', 'org', 'public', 'private'] as const;

/** An entry's sharing, and a notebook's, that name every group, so that only the levels decide. */
const own = (metadata: StoredLevel, content: StoredLevel): Sharing => ({
  metadata_visibility: metadata,
  content_visibility: content,
  team_id: OWN_TEAM,
  org_id: OWN_ORG,
});
const notebook = (metadata: StoredLevel, content: StoredLevel): Sharing => ({
  ...own(metadata, content),
  team_id: NOTEBOOKS_TEAM,
  org_id: NOTEBOOKS_ORG,
});

describe('audience of a level', () => {
  test.each([
    { ownLevel: 'user', notebookLevel: null, level: 'user', audience: null },
    { ownLevel: 'team', notebookLevel: null, level: 'team', audience: OWN_TEAM },
    { ownLevel: 'org', notebookLevel: null, level: 'org', audience: OWN_ORG },
    { ownLevel: 'public', notebookLevel: null, level: 'public', audience: ALL_USERS_ID },
    { ownLevel: 'user', notebookLevel: 'user', level: 'user', audience: null },
    { ownLevel: 'user', notebookLevel: 'team', level: 'team', audience: NOTEBOOKS_TEAM },
    { ownLevel: 'user', notebookLevel: 'org', level: 'org', audience: NOTEBOOKS_ORG },
    { ownLevel: 'user', notebookLevel: 'public', level: 'public', audience: ALL_USERS_ID },
    { ownLevel: 'team', notebookLevel: 'user', level: 'team', audience: OWN_TEAM },
    { ownLevel: 'team', notebookLevel: 'team', level: 'team', audience: OWN_TEAM },
    { ownLevel: 'team', notebookLevel: 'org', level: 'team', audience: OWN_TEAM },
    { ownLevel: 'team', notebookLevel: 'public', level: 'team', audience: OWN_TEAM },
    { ownLevel: 'org', notebookLevel: 'user', level: 'org', audience: OWN_ORG },
    { ownLevel: 'org', notebookLevel: 'team', level: 'org', audience: OWN_ORG },
    { ownLevel: 'org', notebookLevel: 'org', level: 'org', audience: OWN_ORG },
    { ownLevel: 'org', notebookLevel: 'public', level: 'org', audience: OWN_ORG },
    { ownLevel: 'public', notebookLevel: 'user', level: 'public', audience: ALL_USERS_ID },
    { ownLevel: 'public', notebookLevel: 'team', level: 'public', audience: ALL_USERS_ID },
    { ownLevel: 'public', notebookLevel: 'org', level: 'public', audience: ALL_USERS_ID },
    { ownLevel: 'public', notebookLevel: 'public', level: 'public', audience: ALL_USERS_ID },
    { ownLevel: 'private', notebookLevel: null, level: 'user', audience: null },
    { ownLevel: 'private', notebookLevel: 'user', level: 'user', audience: null },
    { ownLevel: 'private', notebookLevel: 'team', level: 'user', audience: null },
    { ownLevel: 'private', notebookLevel: 'org', level: 'user', audience: null },
    { ownLevel: 'private', notebookLevel: 'public', level: 'user', audience: null },
    { ownLevel: 'user', notebookLevel: 'private', level: 'user', audience: null },
    { ownLevel: 'public', notebookLevel: 'private', level: 'public', audience: ALL_USERS_ID },
  ] as const)('$ownLevel in a notebook of $notebookLevel comes to $level', (facts) => {
    const { ownLevel, notebookLevel, level, audience } = facts;
    const asMetadata = decideEffectiveSharing(own(ownLevel, 'user'), notebookLevel && notebook(notebookLevel, 'user'));
    expect(asMetadata).toMatchObject({ metadataLevel: level, metadataAudience: audience });
    const asContent = decideEffectiveSharing(own('user', ownLevel), notebookLevel && notebook('user', notebookLevel));
    expect(asContent).toMatchObject({ contentLevel: level, contentAudience: audience });
  });

  test.each(['team', 'org'] as const)('a level of %s whose group is gone leaves the owner alone', (level) => {
    const gone = { ...own(level, level), team_id: null, org_id: null };
    const ownerAlone = { metadataLevel: 'user', metadataAudience: null, contentLevel: 'user', contentAudience: null };
    expect(decideEffectiveSharing(gone, null)).toEqual(ownerAlone);
    expect(decideEffectiveSharing(gone, notebook('public', 'public'))).toEqual(ownerAlone);
    expect(decideEffectiveSharing(OWNER_ONLY, gone)).toEqual(ownerAlone);
  });

  test('inherits each level separately', () => {
    expect(decideEffectiveSharing(own('team', 'user'), notebook('public', 'org'))).toEqual({
      metadataLevel: 'team',
      metadataAudience: OWN_TEAM,
      contentLevel: 'org',
      contentAudience: NOTEBOOKS_ORG,
    });
  });

  test('never adds an audience that neither the entry nor its notebook names', () => {
    const level = fc.constantFrom(...LEVELS);
    const sharing = fc.record({
      metadata_visibility: level,
      content_visibility: level,
      team_id: fc.option(fc.uuid()),
      org_id: fc.option(fc.uuid()),
    });
    const audiencesOf = ({ team_id, org_id }: Sharing, wanted: StoredLevel) =>
      ({ user: [null], private: [null], team: [team_id, null], org: [org_id, null], public: [ALL_USERS_ID] })[wanted];
    fc.assert(
      fc.property(sharing, fc.option(sharing), (entry, ofNotebook) => {
        const effective = decideEffectiveSharing(entry, ofNotebook);
        for (const [wanted, fromNotebook, audience] of [
          [entry.metadata_visibility, ofNotebook?.metadata_visibility, effective.metadataAudience],
          [entry.content_visibility, ofNotebook?.content_visibility, effective.contentAudience],
        ] as const) {
          const inherits = wanted === 'user' && ofNotebook !== null && fromNotebook !== undefined;
          const allowed = inherits ? audiencesOf(ofNotebook, fromNotebook) : audiencesOf(entry, wanted);
          expect(allowed).toContain(audience);
        }
      }),
    );
  });
});

describe('merging a request into a sharing', () => {
  const shared = own('team', 'org');
  test.each([
    { what: 'nothing', input: {}, result: shared },
    { what: 'a wider level', input: { metadata_visibility: 'public' }, result: own('public', 'org') },
    { what: 'a level of null', input: { content_visibility: null }, result: own('team', 'user') },
    {
      what: 'another team',
      input: { team_id: NOTEBOOKS_TEAM },
      result: { ...shared, team_id: NOTEBOOKS_TEAM },
    },
    {
      what: 'no team, and a level that needs none',
      input: { team_id: null, metadata_visibility: 'org' },
      result: { ...own('org', 'org'), team_id: null },
    },
    {
      what: 'everything private',
      input: { metadata_visibility: 'user', content_visibility: 'user', team_id: null, org_id: null },
      result: OWNER_ONLY,
    },
  ] as { what: string; input: SharingInput; result: Sharing }[])('naming $what keeps the rest', ({ input, result }) => {
    expect(mergeSharing(shared, input)).toEqual(result);
  });

  test.each([
    { level: 'user', requested: 'private', result: 'private' },
    { level: 'public', requested: 'private', result: 'private' },
    { level: 'private', requested: undefined, result: 'private' },
    { level: 'private', requested: 'user', result: 'private' },
    { level: 'private', requested: null, result: 'user' },
    { level: 'private', requested: 'public', result: 'public' },
  ] as const)('$requested after $level is $result', ({ level, requested, result }) => {
    const input = { metadata_visibility: requested, content_visibility: requested } as SharingInput;
    expect(mergeSharing(own(level, level), input)).toEqual(own(result, result));
  });

  test('never widens an audience by levels that a client sends back as it read them', () => {
    const level = fc.constantFrom(...LEVELS);
    fc.assert(
      fc.property(level, level, level, (metadata, content, inherited) => {
        const before = own(metadata, content);
        const sentBack = {
          metadata_visibility: shownLevel(metadata),
          content_visibility: shownLevel(content),
        };
        const of = (sharing: Sharing) => decideEffectiveSharing(sharing, notebook(inherited, inherited));
        expect(of(mergeSharing(before, sentBack))).toEqual(of(before));
      }),
    );
  });

  test.each([
    { current: OWNER_ONLY, input: { metadata_visibility: 'team' }, code: 'visibility.team-required' },
    { current: OWNER_ONLY, input: { content_visibility: 'team' }, code: 'visibility.team-required' },
    { current: OWNER_ONLY, input: { metadata_visibility: 'org' }, code: 'visibility.org-required' },
    { current: OWNER_ONLY, input: { content_visibility: 'org' }, code: 'visibility.org-required' },
    { current: OWNER_ONLY, input: { metadata_visibility: 'team', org_id: OWN_ORG }, code: 'visibility.team-required' },
    { current: OWNER_ONLY, input: { metadata_visibility: 'org', team_id: OWN_TEAM }, code: 'visibility.org-required' },
    { current: shared, input: { team_id: null }, code: 'visibility.team-required' },
    { current: shared, input: { org_id: null }, code: 'visibility.org-required' },
  ] as { current: Sharing; input: SharingInput; code: string }[])('$input is refused as $code', (facts) => {
    expect(() => mergeSharing(facts.current, facts.input)).toThrowError(expect.objectContaining({ code: facts.code }));
  });
});

describe('the groups of a sharing', () => {
  test('are those of all records', () => {
    expect(groupsNamedBy(own('user', 'user'), null, { team_id: NOTEBOOKS_TEAM, org_id: null }, {})).toEqual([
      OWN_TEAM,
      OWN_ORG,
      NOTEBOOKS_TEAM,
    ]);
    expect(groupsNamedBy(null, {}, OWNER_ONLY)).toEqual([]);
  });

  const shared = own('team', 'org');
  test.each([
    { what: 'both are there', groups: [OWN_TEAM, OWN_ORG, NOTEBOOKS_TEAM], result: shared },
    { what: 'the team is gone', groups: [OWN_ORG], result: { ...own('user', 'org'), team_id: null } },
    { what: 'the organization is gone', groups: [OWN_TEAM], result: { ...own('team', 'user'), org_id: null } },
    { what: 'both are gone', groups: [], result: OWNER_ONLY },
  ])('keep their levels or become `user` if $what', ({ groups, result }) => {
    expect(withoutMissingGroups(new Set(groups), shared, null)).toEqual(result);
    expect(withoutMissingGroups(new Set(groups), shared, OWNER_ONLY)).toEqual(result);
  });

  test('keep a level if `user` would inherit what the notebook shares', () => {
    const gone = { ...shared, team_id: null, org_id: null };
    expect(withoutMissingGroups(new Set(), shared, own('public', 'public'))).toEqual(gone);
    expect(withoutMissingGroups(new Set(), shared, own('user', 'public'))).toEqual({
      ...gone,
      metadata_visibility: 'user',
    });
    expect(withoutMissingGroups(new Set(), shared, own('team', 'user'))).toEqual({
      ...gone,
      content_visibility: 'user',
    });
    expect(withoutMissingGroups(new Set(), shared, own('private', 'private'))).toEqual(OWNER_ONLY);
    expect(decideEffectiveSharing(gone, own('public', 'public')).metadataAudience).toBeNull();
  });

  test('are found in any case', () => {
    const letters = 'ABCDEF00-0000-4000-8000-000000000001';
    const written = { ...own('team', 'user'), team_id: letters, org_id: null };
    expect(withoutMissingGroups(new Set([letters.toLowerCase()]), written, null)).toEqual(written);
  });
});

describe('whether an author may share with groups', () => {
  const unknown = { exists: false, isMember: false };
  const stranger = { exists: true, isMember: false };
  const member = { exists: true, isMember: true };
  test.each([
    { team: null, org: null, code: null },
    { team: member, org: null, code: null },
    { team: null, org: member, code: null },
    { team: member, org: member, code: null },
    { team: unknown, org: null, code: 'visibility.team-unknown' },
    { team: stranger, org: null, code: 'visibility.not-team-member' },
    { team: null, org: unknown, code: 'visibility.org-unknown' },
    { team: null, org: stranger, code: 'visibility.not-org-member' },
    { team: stranger, org: unknown, code: 'visibility.org-unknown' },
    { team: unknown, org: stranger, code: 'visibility.team-unknown' },
    { team: member, org: stranger, code: 'visibility.not-org-member' },
    { team: stranger, org: member, code: 'visibility.not-team-member' },
  ])('team $team and organization $org: $code', ({ team, org, code }) => {
    const ask = () => checkMembership(team, org);
    if (code === null) expect(ask).not.toThrow();
    else expect(ask).toThrowError(expect.objectContaining({ code }));
  });
});
