import { describe, expect, test } from 'vitest';
import type { Routes } from './guarded-routes.ts';
import { parseTraceparent } from './proxy-ids.ts';
import { createTestServer } from './test-server.ts';

const TRACE_ID = '4bf92f3577b34da6a3ce929d0e0e4736';
const TRACEPARENT = `00-${TRACE_ID}-00f067aa0ba902b7-01`;
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f-]+$/;

const routes: Routes = (scope) => {
  scope.get('/trace', async (request) => ({ trace: request.trace }));
  scope.get('/refused', async () => {
    throw new Error('canary');
  });
};
const { server, logged } = createTestServer(routes, { trustedProxies: ['10.0.0.0/8', 'fd00::/8'] });

async function ask(headers: Record<string, string | string[]>, remoteAddress = '10.1.2.3', url = '/refused') {
  const response = await server.inject({ url, headers, remoteAddress });
  const lines = logged()
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
  return { id: response.headers['x-request-id'], body: response.json(), line: lines.at(-1), lines };
}

describe('The ids of a trusted proxy', () => {
  test('are taken for log lines, the header and the error response', async () => {
    const { id, body, line, lines } = await ask({ 'x-request-id': 'edge-1_2.3', traceparent: TRACEPARENT });
    expect([id, body.request_id]).toEqual(['edge-1_2.3', 'edge-1_2.3']);
    expect(line).toMatchObject({ msg: 'request', reqId: 'edge-1_2.3', trace_id: TRACE_ID, code: 'server.unexpected' });
    const failure = lines.find(({ event, reqId }) => event === 'request.failed' && reqId === 'edge-1_2.3');
    expect(failure).toMatchObject({ trace_id: TRACE_ID });
  });

  test('without a request id, the trace id is that of the request', async () => {
    expect(await ask({ traceparent: TRACEPARENT })).toMatchObject({ id: TRACE_ID, body: { request_id: TRACE_ID } });
  });

  test('the trace is there for spans of this server', async () => {
    const { body } = await ask({ traceparent: TRACEPARENT }, '::ffff:10.9.9.9', '/trace');
    expect(body.trace).toEqual({ traceId: TRACE_ID, parentId: '00f067aa0ba902b7', isSampled: true });
  });

  test.each([
    ['192.0.2.1', { 'x-request-id': 'edge-request', traceparent: TRACEPARENT }],
    ['fe80::1%eth0', { 'x-request-id': 'edge-request', traceparent: TRACEPARENT }],
    ['10.1.2.3', { 'x-request-id': 'short' }],
    ['10.1.2.3', { 'x-request-id': 'x'.repeat(65) }],
    ['10.1.2.3', { 'x-request-id': 'two words' }],
    ['10.1.2.3', { 'x-request-id': 'line"} {"level":"error' }],
    ['10.1.2.3', { 'x-request-id': ['edge-request', 'edge-request'] }],
    ['10.1.2.3', { traceparent: `${TRACEPARENT}, ${TRACEPARENT}` }],
  ])('are ignored from %s with %o', async (address, headers) => {
    const { id, line } = await ask(headers, address);
    expect(id).toMatch(UUID);
    expect(line).not.toHaveProperty('trace_id');
  });
});

describe('parseTraceparent', () => {
  test.each([
    [TRACEPARENT, true],
    [`00-${TRACE_ID}-00f067aa0ba902b7-00`, false],
    [`00-${TRACE_ID}-00f067aa0ba902b7-03`, true],
  ])('reads %s', (header, isSampled) => {
    expect(parseTraceparent(header)).toEqual({ traceId: TRACE_ID, parentId: '00f067aa0ba902b7', isSampled });
  });

  test.each([
    '',
    `ff-${TRACE_ID}-00f067aa0ba902b7-01`,
    `00-${TRACE_ID.toUpperCase()}-00f067aa0ba902b7-01`,
    `00-${'0'.repeat(32)}-00f067aa0ba902b7-01`,
    `00-${TRACE_ID}-${'0'.repeat(16)}-01`,
    `00-${TRACE_ID}-00f067aa0ba902b7`,
    `${TRACEPARENT}-00`,
  ])('refuses "%s"', (header) => {
    expect(parseTraceparent(header)).toBeNull();
  });
});
