import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { findPostmasterPid } from '@meadow/embedded-postgres';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { buildService, prepareEnvironment, runProgram } from '../process/service.ts';

const build = await buildService();
afterAll(build.delete);

test.each([
  ['SIGTERM', 'SIGINT'],
  ['SIGINT', 'SIGINT'],
] as const)('%s and then %s stop the database, too, and tell of no broken connection', async (first, second) => {
  const place = await prepareEnvironment();
  onTestFinished(place.delete);
  const service = runProgram(build.main, place.environment);
  await service.waitFor('Meadow is running.');
  const directory = join(place.dataDirectory, 'postgres');
  expect(await findPostmasterPid(directory)).toEqual(expect.any(Number));
  service.child.kill(first);
  await service.waitFor('"msg":"stopping"');
  service.child.kill(second);
  expect([0, 1]).toContain(await service.ended);
  expect(await findPostmasterPid(directory)).toBeNull();
  expect(service.printed()).not.toContain('57P01');
});

test('the demo keeps everything in its own folder, and shows a month of forty people', async () => {
  const place = await prepareEnvironment();
  onTestFinished(place.delete);
  const demo = runProgram(build.main, place.environment, ['--demo']);
  onTestFinished(async () => {
    demo.child.kill('SIGINT');
    await demo.ended;
  });
  await demo.waitFor('Creating a month of data for 40 sample users ...\n');
  await demo.waitFor('There are 40 sample users.');
  // That of an old Node comes before anything else, and is right.
  expect(demo.printed().replace(/^\{.*"msg":"Node \d+ gets no more security fixes.*\n/m, '')).not.toMatch(
    /"level":"(warn|error|fatal)"/,
  );
  expect(await readdir(place.dataDirectory)).toEqual(['demo']);
  expect(demo.printed()).toMatch(/ada@meadow\.example +super admin/);

  const ask = async (path: string, token: string, body?: object) => {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    const init = body === undefined ? { headers } : { method: 'POST', headers, body: JSON.stringify(body) };
    // biome-ignore lint/suspicious/noExplicitAny: the contract tests hold the shapes; this looks at what there is
    return (await (await fetch(`${place.address}${path}`, init)).json()) as any;
  };
  const password = /with the password (\S+):/.exec(demo.printed())?.[1];
  const session = await ask('/auth/sign-in/email', '', { email: 'ada@meadow.example', password });
  const { token } = await ask('/auth/token', session.token);
  const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000);
  const day = (date: Date) => date.toISOString().slice(0, 10);
  const mondayOfLastWeek = day(daysAgo(7 + ((new Date().getUTCDay() + 6) % 7)));
  const [people, journal, mosaic, week, packs, board, templates, goals, groups, competitions] = await Promise.all([
    ask('/api/admin/users?limit=100', token),
    ask('/api/journal?scope=mine', token),
    ask(`/api/workout-window/mosaic/${day(daysAgo(1))}`, token),
    ask(`/api/workout-window/battle/week/${mondayOfLastWeek}`, token),
    ask('/api/tone-packs', token),
    ask('/api/encouragement-drops/leaderboard', token),
    ask('/api/lab/templates', token),
    ask('/api/goals', token),
    ask('/api/organizations', token),
    ask('/api/lab/competitions', token),
  ]);
  expect(people.users).toHaveLength(40);
  expect(journal.entries).toHaveLength(7);
  expect(mosaic.mosaic.stats.totalParticipants).toBe(40);
  expect(mosaic.mosaic.stats.completed).toBeGreaterThan(20);
  expect(mosaic.mosaic.imageUrl).toMatch(/^http/);
  expect(week.battle.battle_status).toMatch(/completed|in_progress/);
  expect([...packs.public, ...packs.purchased]).toHaveLength(2);
  expect(board.leaderboard.length).toBeGreaterThan(3);
  expect(templates.templates.length).toBeGreaterThanOrEqual(3);
  expect([goals.goals.length, groups.organizations.length]).toEqual([1, 1]);
  expect(competitions.competitions).toHaveLength(1);

  demo.child.kill('SIGINT');
  expect(await demo.ended).toBe(0);
  expect(await readdir(place.dataDirectory)).toEqual(['demo']);
  expect(await readdir(join(place.dataDirectory, 'demo'))).toContain('postgres');
});
