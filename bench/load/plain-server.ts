import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import pg from 'pg';
import { v7 } from 'uuid';

/*
 * The baseline of Meadow: the minimum that node:http and pg need for the same responses from the same tables. It does not validate tokens,
 * permissions (except for the list, where they select the content) or bodies, and has no limits and no log. It is not safe on a network.
 *
 * It is a process of its own: node plain-server.ts <connection string>. It prints its port when it listens.
 */

const COLUMNS = `id, user_id, title, mood, emotional_tone, tags, notebook_id, metadata_visibility, content_visibility, team_id,
  org_id, effective_metadata_visibility, effective_content_visibility, music_track_id, mentions, created_at, updated_at`;

const OWN_LIST = `
  select ${COLUMNS}, content, false as content_hidden from journal_entry
  where user_id = $1 order by created_at desc, id desc limit 50`;

const VISIBLE_LIST = `
  with mine as materialized (
    select array(select team_id from team_member where user_id = $1
      union all select org_id from organization_member where user_id = $1) as groups
  ), newest as materialized (
    select id, created_at from (
      (select id, created_at from journal_entry where user_id = $1 order by created_at desc, id desc limit 50)
      union all
      (select id, created_at from journal_entry
       where metadata_audience = '00000000-0000-0000-0000-000000000000' and user_id <> $1
       order by created_at desc, id desc limit 50)
      union all
      select shared.id, shared.created_at from mine, unnest(groups) one_group cross join lateral (
        select id, created_at from journal_entry where metadata_audience = one_group and user_id <> $1
        order by created_at desc, id desc limit 50) shared
    ) candidates order by created_at desc, id desc limit 50
  )
  select ${COLUMNS}, case when is_readable then content end as content, not is_readable as content_hidden
  from newest join journal_entry using (id, created_at) cross join mine
  cross join lateral (select coalesce(user_id = $1 or content_audience = '00000000-0000-0000-0000-000000000000'
    or content_audience = any (groups), false) as is_readable) reading
  order by created_at desc, id desc`;

const ONE_ENTRY = `select ${COLUMNS}, content, false as content_hidden from journal_entry where id = $1 and user_id = $2`;

const WRITE = `
  insert into journal_entry (id, user_id, title, content, mood, tags, mentions, effective_metadata_visibility,
    effective_content_visibility, created_at, updated_at, entry_date, created_date)
  values ($1, $2, $3, $4, $5, $6, '[]', 'user', 'user', $7::timestamptz, $7::timestamptz, $7::timestamptz, $7::timestamptz) returning ${COLUMNS}, content, false as content_hidden`;

const LOCK_ACCOUNT = 'select drops_balance from profile where id = $1 for no key update';

const POST = `
  insert into drops_transaction (id, user_id, type, amount, balance_after, reason_key, description, created_at)
  values ($1, $2, 'purchase', -1, $3, $4, 'A purchase', $5)`;

const DEBIT = 'update profile set drops_balance = drops_balance - 1 where id = $1';

const SPEND = `
  with debited as (
    update profile set drops_balance = drops_balance - 1 where id = $2 and drops_balance >= 1 returning drops_balance
  )
  insert into drops_transaction (id, user_id, type, amount, balance_after, reason_key, description, created_at)
  select $1, $2, 'purchase', -1, drops_balance, $3, 'A purchase', $4 from debited returning balance_after`;

type NewEntry = { title: string; content: string; mood: string; tags: string[] };

function serve(pool: pg.Pool) {
  const ask = async (name: string, text: string, values: unknown[]) => (await pool.query({ name, text, values })).rows;

  /** As most would write it: five round trips, which lock, post and debit. */
  async function purchase(viewer: unknown) {
    const client = await pool.connect();
    const askHere = (name: string, text: string, values: unknown[]) => client.query({ name, text, values });
    try {
      await client.query('begin');
      const { rows } = await askHere('lock', LOCK_ACCOUNT, [viewer]);
      const balance = rows[0].drops_balance - 1;
      if (balance < 0) throw new Error('The balance is too low.');
      const id = v7();
      await askHere('post', POST, [id, viewer, balance, `plain:${id}`, new Date()]);
      await askHere('debit', DEBIT, [viewer]);
      await client.query('commit');
      return { id, balance };
    } catch (error) {
      await client.query('rollback');
      throw error;
    } finally {
      client.release();
    }
  }

  /** As it should be written where many spend from one account. */
  async function spend(viewer: unknown) {
    const id = v7();
    const [row] = await ask('spend', SPEND, [id, viewer, `plain:${id}`, new Date()]);
    return { id, balance: row.balance_after };
  }

  return async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const viewer = request.headers['x-viewer'];
    const url = request.url ?? '';
    if (url.startsWith('/api/tone-packs/')) {
      const isOfOneAccount = request.headers['x-operation'] === 'purchases of one account';
      send(response, 201, await (isOfOneAccount ? spend(viewer) : purchase(viewer)));
    } else if (request.method === 'POST') {
      const { title, content, mood, tags } = await readBody(request);
      const rows = await ask('write', WRITE, [v7(), viewer, title, content, mood, tags, new Date()]);
      send(response, 201, { entry: rows[0] });
    } else if (url.startsWith('/api/journal?scope=mine')) {
      send(response, 200, { entries: await ask('own list', OWN_LIST, [viewer]) });
    } else if (url.startsWith('/api/journal?')) {
      send(response, 200, { entries: await ask('visible list', VISIBLE_LIST, [viewer]) });
    } else {
      const rows = await ask('one entry', ONE_ENTRY, [url.slice('/api/journal/'.length), viewer]);
      send(response, rows.length > 0 ? 200 : 404, { entry: rows[0] });
    }
  };
}

async function readBody(request: IncomingMessage): Promise<NewEntry> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return JSON.parse(Buffer.concat(chunks).toString('utf8')) as NewEntry;
}

function send(response: ServerResponse, status: number, body: unknown): void {
  const text = JSON.stringify(body);
  response.writeHead(status, {
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(text),
  });
  response.end(text);
}

function main(connectionString: string | undefined): void {
  if (connectionString === undefined) throw new Error('Name the database: plain-server.ts postgres://…');
  const handle = serve(new pg.Pool({ connectionString, max: 10 }));
  const server = createServer((request, response) => {
    handle(request, response).catch((error: unknown) => send(response, 500, { error: String(error) }));
  });
  server.listen(0, '127.0.0.1', () => {
    process.stdout.write(`${(server.address() as AddressInfo).port}\n`);
  });
}

main(process.argv[2]);
