import type { TestIssuer } from '../../test/servers/issuer.ts';
import { withClient } from '../cluster.ts';
import type { DataSet } from '../data-set/data-set.ts';
import { ordinaryPeople, personId } from '../data-set/viewers.ts';

/** Somebody who asks, and an entry of theirs. */
export type Caller = { id: string; token: string; entryId: string };

export type Operation = {
  name: string;
  /** The share of the plain server's requests per second that Meadow should reach, alone and under load. */
  goal: { alone: number; underLoad: number };
  line: (caller: Caller) => string;
  body?: string;
};

const A_KILOBYTE_OF_TEXT = 'Today I walked along the river, the light was good, and I felt calm. '
  .repeat(15)
  .slice(0, 1000);

export const OPERATIONS: readonly Operation[] = [
  {
    name: 'own list',
    goal: { alone: 0.6, underLoad: 0.75 },
    line: () => 'GET /api/journal?scope=mine&limit=50',
  },
  { name: 'visible list', goal: { alone: 0.6, underLoad: 0.7 }, line: () => 'GET /api/journal?limit=50' },
  { name: 'one entry', goal: { alone: 0.5, underLoad: 0.65 }, line: ({ entryId }) => `GET /api/journal/${entryId}` },
  {
    name: 'write',
    goal: { alone: 0.5, underLoad: 0.65 },
    line: () => 'POST /api/journal',
    body: JSON.stringify({ title: 'A new entry', content: A_KILOBYTE_OF_TEXT, mood: 'calm', tags: ['daily', 'river'] }),
  },
];

/** Requests as they go over the wire, one per caller. The plain server reads who asks from a header of its own. */
export function requestsFor(operation: Operation, callers: readonly Caller[]): string[] {
  const { line, body = '' } = operation;
  return callers.map((caller) =>
    [
      `${line(caller)} HTTP/1.1`,
      'host: 127.0.0.1',
      `authorization: Bearer ${caller.token}`,
      `x-viewer: ${caller.id}`,
      ...(body === '' ? [] : ['content-type: application/json', `content-length: ${Buffer.byteLength(body)}`]),
      '',
      body,
    ].join('\r\n'),
  );
}

const TOKEN_LIFETIME_SECONDS = 24 * 60 * 60;

/** People who have written something, each with a token that outlasts the run. */
export async function signIn(dataSet: DataSet, issuer: TestIssuer, count: number): Promise<Caller[]> {
  const ids = ordinaryPeople(dataSet.sizes, count).map(personId);
  const entries = await withClient(dataSet.url, (client) =>
    client.query<{ user_id: string; id: string }>(
      `select person.id as user_id, entry.id from unnest($1::uuid[]) person (id) cross join lateral (
         select id from journal_entry where user_id = person.id order by created_at desc, id desc offset 1 limit 1) entry`,
      [ids],
    ),
  );
  const now = new Date();
  const expiry = Math.floor(now.getTime() / 1000) + TOKEN_LIFETIME_SECONDS;
  return Promise.all(
    entries.rows.map(async ({ user_id, id }) => ({
      id: user_id,
      entryId: id,
      token: await issuer.sign(user_id, now, { exp: expiry }),
    })),
  );
}
