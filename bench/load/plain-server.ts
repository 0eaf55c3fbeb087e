import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import pg from 'pg';
import { v7 } from 'uuid';

/*
 * What Meadow is measured against: the least that node:http and pg need to give the same answers out of the same tables.
 * It believes what it is told: no check of tokens, of rights (but for the list, whose content they are) or of bodies, no
 * limits, no log. Nobody would put it on a network.
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

type NewEntry = { title: string; content: string; mood: string; tags: string[] };

function serve(pool: pg.Pool) {
  const ask = async (name: string, text: string, values: unknown[]) => (await pool.query({ name, text, values })).rows;

  return async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const viewer = request.headers['x-viewer'];
    const url = request.url ?? '';
    if (request.method === 'POST') {
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
  const answer = serve(new pg.Pool({ connectionString, max: 10 }));
  const server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => send(response, 500, { error: String(error) }));
  });
  server.listen(0, '127.0.0.1', () => {
    process.stdout.write(`${(server.address() as AddressInfo).port}\n`);
  });
}

main(process.argv[2]);
