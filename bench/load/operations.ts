import type { TestIssuer } from '#test/servers/issuer.ts';
import { withClient } from '../cluster.ts';
import type { DataSet } from '../data-set/data-set.ts';
import { ordinaryPeople, userIdOf } from '../data-set/viewers.ts';
import type { WireRequest } from './generator.ts';
import { PACKS, PACKS_WITH_OWNER, type PhotoForm, packId } from './stage.ts';

/** A caller, and an entry of the caller. */
export type Caller = { id: string; token: string; entryId: string };

/** A request before it is written down. The body is a text, or a file. */
type Request = { line: string; headers?: readonly string[]; body?: string; form?: PhotoForm };

/**
 * What Meadow should reach at these numbers of connections. Ratios are Meadow to the plain server; processor time is that of node and
 * PostgreSQL together, for one request.
 */
export type Goal = { figure: Figure; at: readonly number[] } & ({ atLeast: number } | { atMost: number });
export type Figure = 'ratio' | 'p99 ratio' | 'per second' | 'processor ms';

export type Operation = {
  name: string;
  goals: readonly Goal[];
  /** Whether the plain server has a form of it. */
  isPlain: boolean;
  requests: (callers: readonly Caller[], photos: readonly PhotoForm[]) => { caller: Caller; request: Request }[];
};

const A_KILOBYTE_OF_TEXT = 'Today I walked along the river, the light was good, and I felt calm. '
  .repeat(15)
  .slice(0, 1000);

const ENTRY = JSON.stringify({
  title: 'A new entry',
  content: A_KILOBYTE_OF_TEXT,
  mood: 'calm',
  tags: ['daily', 'river'],
});

const JSON_BODY = 'content-type: application/json';

/** What browsers send. Without it the response of a mosaic would be sent as no client gets it. */
const COMPRESSED = 'accept-encoding: gzip, deflate, br';

const ofEach = (requestOf: (caller: Caller) => Request) => (callers: readonly Caller[]) =>
  callers.map((caller) => ({ caller, request: requestOf(caller) }));

const buy = (pack: number): Request => ({ line: `POST /api/tone-packs/${packId(pack)}/purchase` });

const ratio = (alone: number, underLoad: number): Goal[] => [
  { figure: 'ratio', at: [1], atLeast: alone },
  { figure: 'ratio', at: [16, 64], atLeast: underLoad },
  { figure: 'p99 ratio', at: [16], atMost: 2 },
];

const today = () => new Date().toISOString().slice(0, 10);

export const OPERATIONS: readonly Operation[] = [
  {
    name: 'own list',
    goals: ratio(0.75, 0.9),
    isPlain: true,
    requests: ofEach(() => ({ line: 'GET /api/journal?scope=mine&limit=50' })),
  },
  {
    name: 'visible list',
    goals: ratio(0.75, 0.9),
    isPlain: true,
    requests: ofEach(() => ({ line: 'GET /api/journal?limit=50' })),
  },
  {
    name: 'one entry',
    goals: ratio(0.55, 0.65),
    isPlain: true,
    requests: ofEach(({ entryId }) => ({ line: `GET /api/journal/${entryId}` })),
  },
  {
    name: 'write',
    goals: ratio(0.55, 0.65),
    isPlain: true,
    requests: ofEach(() => ({ line: 'POST /api/journal', headers: [JSON_BODY], body: ENTRY })),
  },
  {
    name: 'purchase',
    goals: [
      { figure: 'ratio', at: [16, 64], atLeast: 1.3 },
      { figure: 'p99 ratio', at: [16], atMost: 2 },
    ],
    isPlain: true,
    requests: (callers) =>
      Array.from({ length: PACKS_WITH_OWNER }, (_, pack) =>
        callers.map((caller) => ({ caller, request: buy(pack) })),
      ).flat(),
  },
  {
    name: 'purchases of one account',
    goals: [
      { figure: 'ratio', at: [64], atLeast: 0.8 },
      { figure: 'p99 ratio', at: [16], atMost: 2 },
    ],
    isPlain: true,
    requests: (callers) =>
      callers.slice(0, 1).flatMap((caller) =>
        Array.from({ length: PACKS - PACKS_WITH_OWNER }, (_, number) => ({
          caller,
          request: buy(PACKS_WITH_OWNER + number),
        })),
      ),
  },
  {
    name: 'check-in with a photo of 2 MB',
    goals: [{ figure: 'per second', at: [16, 64], atLeast: 20 }],
    isPlain: false,
    requests: (callers, photos) =>
      callers.flatMap((caller, index) => {
        const form = photos[index % photos.length];
        return form ? [{ caller, request: { line: 'POST /api/workout-window/checkin', form } }] : [];
      }),
  },
  {
    name: 'mosaic of all people',
    goals: [{ figure: 'per second', at: [1, 16, 64], atLeast: 60 }],
    isPlain: false,
    requests: ofEach(() => ({ line: `GET /api/workout-window/mosaic/${today()}`, headers: [COMPRESSED] })),
  },
  {
    name: 'screen of today',
    goals: [{ figure: 'processor ms', at: [16], atMost: 3 }],
    isPlain: false,
    requests: ofEach(() => ({ line: 'GET /api/today' })),
  },
];

/** The requests of an operation as they go over the wire. The plain server reads who asks for what from headers of its own. */
export function requestsFor(
  { name, requests }: Operation,
  callers: readonly Caller[],
  photos: readonly PhotoForm[],
): WireRequest[] {
  return requests(callers, photos).map(({ caller, request: { line, headers = [], body = '', form } }) => {
    const length = form?.bytes ?? Buffer.byteLength(body);
    const head = [
      `${line} HTTP/1.1`,
      'host: 127.0.0.1',
      `authorization: Bearer ${caller.token}`,
      `x-viewer: ${caller.id}`,
      `x-operation: ${name}`,
      ...headers,
      ...(form === undefined ? [] : [`content-type: ${form.contentType}`]),
      ...(length === 0 ? [] : [`content-length: ${length}`]),
    ];
    return { text: [...head, '', body].join('\r\n'), ...(form && { file: form.file }) };
  });
}

const TOKEN_LIFETIME_SECONDS = 24 * 60 * 60;

/** People who have written something, each with a token that outlasts the run. */
export async function signIn(dataSet: DataSet, issuer: TestIssuer, count: number): Promise<Caller[]> {
  const ids = ordinaryPeople(dataSet.sizes, count).map(userIdOf);
  const entries = await withClient(dataSet.url, (client) =>
    client.query<{ user_id: string; id: string }>(
      `select given.id as user_id, entry.id from unnest($1::uuid[]) given (id) cross join lateral (
         select id from journal_entry where user_id = given.id order by created_at desc, id desc offset 1 limit 1) entry`,
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
