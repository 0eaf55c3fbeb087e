import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { Value } from 'typebox/value';
import { openState } from '#platform/files/state-file.ts';
import { type ListenOptions, listenAt } from '#platform/network/listen.ts';
import { type SandboxMusicBehaviour, SandboxMusicBehaviourSchema } from './behaviour.ts';
import { handleApi, handleToken } from './calls.ts';
import { consentPage, coverPicture, homePage, missingPage, refusedPage } from './pages.ts';
import {
  addCode,
  createRecords,
  listenerOf,
  play,
  revoke,
  type SandboxListener,
  type SandboxQuestion,
} from './records.ts';
import { STYLE } from './style.ts';
import type { SandboxTrack } from './tracks.ts';
import { bodyOf, HTML, misbehave, parsed, redirect, send, sendJson } from './transport.ts';

/** A call as it came: what grant was asked for, where it was one for tokens, and the status of its response, once it has one. */
export type SandboxMusicRequest = {
  path: string;
  grantType: string | null;
  authorization: string;
  status: number | null;
};

/**
 * A running sandbox: `url` is its origin, and the id, the secret and the addresses are what Meadow is to be configured with.
 * `requests` holds the last 1,000 calls for tokens and of the API, oldest first. `close` cuts the connections that are still open.
 */
export type SandboxMusic = {
  url: string;
  clientId: string;
  clientSecret: string;
  authorizeUrl: string;
  tokenUrl: string;
  apiUrl: string;
  requests: readonly SandboxMusicRequest[];
  behave(behaviour: SandboxMusicBehaviour): void;
  /** Performs the click on the page at this URL and returns the redirect URL. */
  consent(authorizeUrl: string, listenerId?: string, decision?: 'allow' | 'deny'): Promise<URL>;
  /** Plays a track now for a listener: the given one, or the next of the catalogue. */
  play(listenerId: string, playedAt: Date, track?: SandboxTrack): SandboxTrack;
  /** Revokes all grants of a listener. */
  revoke(listenerId: string): void;
  close(): Promise<void>;
};

const MAX_REMEMBERED_REQUESTS = 1_000;

/**
 * Starts an HTTP server that speaks OAuth 2.0 with PKCE (S256 only) and the parts of Spotify's Web API that Meadow uses. Codes
 * are valid once. Refresh tokens rotate, and the reuse of one revokes the family. With `playsByItself` listeners play a track
 * every four minutes. `behave` or `POST /sandbox/behaviour` make it fail. `statePath` keeps listeners and tokens across
 * restarts. It has no access control: use it for tests and trials only.
 */
export async function startSandboxMusic({
  playsByItself = false,
  statePath = null,
  ...place
}: ListenOptions & { playsByItself?: boolean; statePath?: string | null } = {}): Promise<SandboxMusic> {
  const { state: records, save } = await openState(statePath, createRecords);
  const client = { clientId: 'meadow-sandbox', clientSecret: randomBytes(24).toString('hex') };
  const requests: SandboxMusicRequest[] = [];
  let behaviour: SandboxMusicBehaviour = { mode: 'normal' };
  let origin = '';
  const server = createServer((request, response) => {
    handle(request, response)
      .then(save)
      .catch(() => response.destroy());
  });
  origin = await listenAt(server, place);

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', origin);
    const body = await bodyOf(request);
    const [, place = '', id = '', deed = ''] = url.pathname.split('/');
    const route = `${request.method} /${place}`;
    if (body === null) send(response, 413, HTML, missingPage());
    else if (url.pathname === '/api/token' || place === 'v1') await handleCall(request, response, url, body);
    else if (place === 'authorize') handleAuthorize(request, response, url, body);
    else if (route === 'GET /') send(response, 200, HTML, homePage(records, JSON.stringify(behaviour)));
    else if (route === 'GET /style.css') send(response, 200, 'text/css; charset=utf-8', STYLE);
    else if (route === 'GET /covers') send(response, 200, 'image/svg+xml', coverPicture(id));
    else if (request.method === 'POST' && url.pathname === '/sandbox/behaviour') changeBehaviour(response, body);
    else if (route === 'POST /listeners') handleListener(response, id, deed);
    else send(response, 404, HTML, missingPage());
  }

  async function handleCall(
    { method, headers }: IncomingMessage,
    response: ServerResponse,
    url: URL,
    body: string,
  ): Promise<void> {
    const isToken = url.pathname === '/api/token';
    const fields = new URLSearchParams(body);
    const { authorization = '' } = headers;
    const grantType = isToken ? fields.get('grant_type') : null;
    const noted: SandboxMusicRequest = { path: `${url.pathname}${url.search}`, grantType, authorization, status: null };
    requests.push(noted);
    if (requests.length > MAX_REMEMBERED_REQUESTS) requests.shift();
    response.on('finish', () => {
      noted.status = response.statusCode;
    });
    const treatment = behaviour.at === undefined || behaviour.at === (isToken ? 'token' : 'api') ? behaviour : null;
    if (treatment?.mode === 'slow') await delay(treatment.delayMs);
    if (treatment !== null && misbehave(treatment, `${authorization} ${body}`, response)) return;
    if (method !== (isToken ? 'POST' : 'GET')) {
      sendJson(response, 405, { error: 'invalid_request' });
      return;
    }
    const reply = isToken
      ? handleToken(records, client, headers, fields)
      : handleApi(records, headers, url, playsByItself);
    sendJson(response, reply.status, reply.body);
  }

  function handleAuthorize(request: IncomingMessage, response: ServerResponse, url: URL, body: string): void {
    const question = questionIn(url.searchParams, client.clientId);
    if (typeof question === 'string') {
      send(response, 400, HTML, refusedPage(question));
      return;
    }
    if (request.method !== 'POST') {
      const listener = listenerOf(records, /\blistener=([\w-]+)/.exec(request.headers.cookie ?? '')?.[1] ?? null);
      // A returning user is the same listener.
      response.setHeader('set-cookie', `listener=${listener.id}; Path=/; HttpOnly; SameSite=Lax`);
      send(response, 200, HTML, consentPage(question, listener, `${url.pathname}${url.search}`));
      return;
    }
    const decision = new URLSearchParams(body);
    const back = new URL(question.redirectUri);
    if (decision.get('decision') === 'allow') {
      back.searchParams.set('code', addCode(records, listenerOf(records, decision.get('listener')), question));
    } else {
      back.searchParams.set('error', 'access_denied');
    }
    if (question.state !== null) back.searchParams.set('state', question.state);
    redirect(response, back.href);
  }

  function handleListener(response: ServerResponse, id: string, deed: string): void {
    const listener = records.listeners.get(id);
    if (listener !== undefined && deed === 'play') play(listener, new Date());
    if (listener !== undefined && deed === 'revoke') revoke(records, listener);
    redirect(response, '/');
  }

  function changeBehaviour(response: ServerResponse, body: string): void {
    const wanted = parsed(body);
    if (!Value.Check(SandboxMusicBehaviourSchema, wanted)) {
      sendJson(response, 400, { error: 'This is no behaviour. GET / lists them.' });
      return;
    }
    behaviour = wanted;
    sendJson(response, 200, wanted);
  }

  function known(listenerId: string): SandboxListener {
    const listener = records.listeners.get(listenerId);
    if (listener === undefined) throw new Error(`The sandbox knows no listener ${listenerId}.`);
    return listener;
  }

  let closing: Promise<void> | undefined;
  return {
    url: origin,
    ...client,
    authorizeUrl: `${origin}/authorize`,
    tokenUrl: `${origin}/api/token`,
    apiUrl: `${origin}/v1`,
    requests,
    behave: (wanted) => {
      behaviour = wanted;
    },
    consent: async (address, listener = '', decision = 'allow') => {
      const body = new URLSearchParams({ listener, decision });
      const response = await fetch(address, { method: 'POST', body, redirect: 'manual' });
      const location = response.headers.get('location');
      if (location === null) throw new Error(`The sandbox returned ${response.status} in place of going back.`);
      return new URL(location);
    },
    play: (listenerId, playedAt, track) => play(known(listenerId), playedAt, track).track,
    revoke: (listenerId) => revoke(records, known(listenerId)),
    close: () => {
      closing ??= closeNow(server).then(save);
      return closing;
    },
  };
}

/** What a client asks for, or why it must not be asked. */
function questionIn(query: URLSearchParams, knownClient: string): SandboxQuestion | string {
  const clientId = query.get('client_id');
  const redirectUri = query.get('redirect_uri') ?? '';
  const codeChallenge = query.get('code_challenge') ?? '';
  if (clientId !== knownClient) return 'unknown client_id';
  if (!/^https?:/.test(URL.canParse(redirectUri) ? new URL(redirectUri).protocol : '')) return 'invalid redirect_uri';
  if (query.get('response_type') !== 'code') return 'unsupported response_type';
  if (query.get('code_challenge_method') !== 'S256') return 'code_challenge_method must be S256';
  if (!/^[\w-]{43}$/.test(codeChallenge)) return 'invalid code_challenge';
  return { clientId, redirectUri, codeChallenge, scope: query.get('scope') ?? '', state: query.get('state') };
}

async function closeNow(server: Server): Promise<void> {
  const closed = once(server, 'close');
  server.close();
  server.closeAllConnections();
  await closed;
}
