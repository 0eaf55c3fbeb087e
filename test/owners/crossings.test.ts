import { describe, expect, inject, test } from 'vitest';
import { findCrossings } from './crossings.ts';
import { findUnlisted, findUnseen } from './kept-crossings.ts';
import { OWNERS, UNDIVIDED } from './owners.ts';

const TABLES = {
  profile: ['id', 'full_name'],
  goal: ['id', 'user_id', 'title'],
  goal_check_in: ['id', 'goal_id', 'user_id'],
  drop_sent: ['id', 'sender_id', 'recipient_id'],
  organization_member: ['org_id', 'user_id'],
};

test.each([
  ['the owner', 'select * from goal where id = $1 and user_id = $2', []],
  ['no owner', 'select * from goal where id = $1', ['select goal']],
  ['an owner in a branch alone', 'select * from goal where id = $1 or user_id = $2', ['select goal']],
  ['one of two owners in each branch', 'select from drop_sent where sender_id = $1 or recipient_id = $1', []],
  [
    'one of two owners in each pair',
    'select from drop_sent where (sender_id, recipient_id) in (($1, id), (id, $1))',
    [],
  ],
  [
    'an owner in one pair alone',
    'select from drop_sent where (sender_id, recipient_id) in (($1, id), (id, id))',
    ['select drop_sent'],
  ],
  ['an insert of all columns', 'insert into goal select * from jsonb_populate_record(null::goal, $1)', []],
  ['several owners', 'select from goal where user_id = any ($1::uuid[])', []],
  ['a list of owners', 'select from goal where user_id in ($1, $2)', []],
  ['other owners than one', 'select from goal where user_id not in ($1)', ['select goal']],
  ['owners in pairs', 'select from goal where (id, user_id) in (($1, $2), ($3, $4))', []],
  [
    'the owner through another row',
    'select from goal join goal_check_in c on c.user_id = goal.user_id where c.user_id = $1',
    [],
  ],
  ['the owner through USING', 'select from goal join goal_check_in using (user_id) where goal.user_id = $1', []],
  [
    'the parent alone',
    'select from goal join goal_check_in c on c.goal_id = goal.id where goal.user_id = $1',
    ['select goal_check_in'],
  ],
  [
    'all members',
    'select from organization_member m join goal on goal.user_id = m.user_id where org_id = $1',
    ['select goal'],
  ],
  ['one member', 'select from organization_member m join goal on goal.user_id = m.user_id where m.user_id = $1', []],
  ['an owner of a list that was sent', 'select from unnest($1::uuid[]) as owner join goal on goal.user_id = owner', []],
  [
    'an owner of records that were sent',
    'select from jsonb_to_recordset($1) as sent (id uuid) join goal on goal.user_id = sent.id',
    [],
  ],
  [
    'an owner of a named query',
    'with one as (select user_id as owner from goal where user_id = $1) select from one join goal on goal.user_id = one.owner',
    [],
  ],
  [
    'an unknown owner of a named query',
    'with one as (select user_id from organization_member) select from one join goal using (user_id)',
    ['select goal'],
  ],
  [
    'the owner of the outer query',
    'select from goal where user_id = $1 and exists (select from goal_check_in c where c.user_id = goal.user_id)',
    [],
  ],
  [
    'no owner in an inner query',
    'select (select count(*) from goal where id = profile.id) from profile where id = $1',
    ['select goal'],
  ],
  [
    'owners of a query',
    'select from goal where user_id = any (array(select user_id from organization_member))',
    ['select goal'],
  ],
  [
    'an owner of a LATERAL query',
    'select from unnest($1::uuid[]) as owner cross join lateral (select * from goal where user_id = owner limit 1) one',
    [],
  ],
  [
    'both sides of a union',
    'select from goal where user_id = $1 union all select from goal_check_in',
    ['select goal_check_in'],
  ],
  ['a cursor', 'declare batches cursor for select * from goal', ['select goal']],
  ['an update', 'update goal set title = $1 where id = $2', ['update goal']],
  [
    'an update of owners that were sent',
    'update goal set title = $1 from unnest($2::uuid[]) as owner where user_id = owner',
    [],
  ],
  [
    'an update by what was locked',
    'with due as (select id, user_id from goal for update skip locked) update goal set title = $1 from due where goal.id = due.id and goal.user_id = due.user_id',
    ['lock goal', 'update goal'],
  ],
  ['a delete', 'delete from goal where id = $1 and user_id = $2', []],
  [
    'a delete by others',
    'delete from goal using goal_check_in c where c.goal_id = goal.id',
    ['delete goal', 'select goal_check_in'],
  ],
  [
    'a lock of another table',
    'select from goal join profile on profile.id = goal.user_id for update of profile',
    ['select goal'],
  ],
  ['an insert', 'insert into goal (id, user_id) values ($1, $2)', []],
  ['an insert without an owner', 'insert into goal_check_in (id, goal_id) values ($1, $2)', ['insert goal_check_in']],
  [
    'an insert of rows of all owners',
    'insert into goal (id, user_id) select id, user_id from goal_check_in',
    ['select goal_check_in'],
  ],
])('%s', (_what, statement, crossings) => {
  expect(findCrossings(statement, TABLES)).toEqual(crossings);
});

describe('The tables', () => {
  const tables = Object.keys(inject('tableColumns'));
  const undivided = Object.values(UNDIVIDED).flat();

  test('are each in one of the lists of owners.ts', () => {
    expect([...Object.keys(OWNERS), ...undivided].toSorted()).toEqual(tables.toSorted());
  });

  test.each(Object.entries(OWNERS))('%s has its owner: %j', (table, owners) => {
    expect(inject('tableColumns')[table]).toEqual(expect.arrayContaining([...owners]));
  });
});

describe('The list of kept crossings', () => {
  const source = 'src/features/journal/entry/entry.store.ts existsEntry';

  test.each([
    [[`${source}: select journal_entry`], []],
    [[`${source}: lock journal_entry`], [`${source}: lock journal_entry`]],
    [
      ['src/features/goal/goal.store.ts updateGoal: update goal'],
      ['src/features/goal/goal.store.ts updateGoal: update goal'],
    ],
    [['src/features/data-rights/retention/expired-row.store.ts deleteRowsBefore: delete goal'], []],
  ])('of %j finds as new: %j', (seen, unlisted) => {
    expect(findUnlisted(seen)).toEqual(unlisted);
  });

  test('tells what no test has seen', () => {
    const unseen = findUnseen([`${source}: select journal_entry`]);
    expect(unseen).toContain('src/features/journal/entry/entry.store.ts findAuthor: select journal_entry');
    expect(unseen).not.toContain(`${source}: select journal_entry`);
  });
});
