import { afterAll, describe, expect, test } from 'vitest';
import { createLogger } from '#platform/log.ts';
import { openTracing } from '#platform/tracing/tracing.factory.ts';
import { startSecondNode } from '../second-node.ts';
import { startOtlpCollector } from '../servers/otlp-collector.ts';
import { startTestApp } from '../start-test-app.ts';

const CANARY = 'canary of the traces';
const TRACE_ID = '4bf92f3577b34da6a3ce929d0e0e4736';
const PARENT_ID = '00f067aa0ba902b7';

const app = await startTestApp({ environment: { TRUSTED_PROXIES: '10.0.0.0/8' } });
const collector = await startOtlpCollector();
afterAll(collector.close);
const settings = { endpoint: collector.url, serviceName: 'meadow-test', sampler: 'parentbased_always_on', ratio: 1 };
const tracing = await openTracing(settings);
const lines: string[] = [];
const log = createLogger('info', { write: (line) => void lines.push(line) }, null, tracing?.current);
const node = await startSecondNode(app, log, { tracing });

const ada = await app.person();
const write = () => node.call(ada, 'POST', '/api/journal', { title: CANARY, content: `I am happy, ${CANARY}` });
const written = await write();
app.ai.behave({ mode: 'refuse-with', status: 500 });
await write();
app.ai.behave({ mode: 'normal' });
await node.call(null, 'GET', '/health/ready');
await node.deps.jobs.runExclusive('reminders', async () => {
  await node.deps.db.selectFrom('profile').select('id').where('email', '=', CANARY).execute();
  return { message: 'done' };
});
await node.deps.db.selectFrom('team').select('id').execute();
const traceparent = `00-${TRACE_ID}-${PARENT_ID}-01`;
for (const remoteAddress of ['10.1.2.3', '192.0.2.1']) {
  await node.server.inject({ url: '/api/config', remoteAddress, headers: { traceparent } });
}
await tracing?.close();
const { spans } = collector;
const childrenOf = (spanId: string) => spans.filter(({ parentSpanId }) => parentSpanId === spanId);

describe('The trace of a request', () => {
  const [request, failing] = spans.filter(({ name }) => name === 'POST /api/journal');
  const ai = (parent = request) => childrenOf(parent?.spanId ?? '').filter(({ name }) => name === 'AI');

  test('starts with the pattern of the route and the status', () => {
    expect(written.status).toBe(201);
    expect(request).toMatchObject({ parentSpanId: '', kind: 2, isError: false, service: 'meadow-test' });
    expect(request?.attributes).toEqual({
      'http.request.method': 'POST',
      'http.route': '/api/journal',
      'http.response.status_code': 201,
      'meadow.request_id': written.headers['x-request-id'],
    });
  });

  test('has its statements, before and after the body was read, without values', () => {
    const statements = childrenOf(request?.spanId ?? '').filter(({ attributes }) => 'db.query.text' in attributes);
    const names = statements.map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(['SELECT identity_session', 'INSERT journal_entry']));
    for (const { traceId, kind } of statements) expect([traceId, kind]).toEqual([request?.traceId, 3]);
  });

  test('has calls of providers, with their host', () => {
    const { host } = new URL(app.ai.url);
    expect(ai()).toMatchObject([
      { traceId: request?.traceId, isError: false, attributes: { 'peer.service': 'AI', 'server.address': host } },
    ]);
  });

  test('shows which call failed, and why', () => {
    expect(ai(failing)).toMatchObject([{ isError: true, attributes: { 'error.type': 'refused' } }]);
    expect(failing?.isError).toBe(false);
  });

  test('is named in the log line of the request', () => {
    const line = lines.map((text) => JSON.parse(text)).find(({ route }) => route === '/api/journal');
    expect(line).toMatchObject({ trace_id: request?.traceId, span_id: request?.spanId });
  });

  test('continues that of a trusted proxy, and of no other caller', () => {
    const requests = spans.filter(({ name }) => name === 'GET /api/config');
    expect(requests[0]).toMatchObject({ traceId: TRACE_ID, parentSpanId: PARENT_ID });
    expect(requests[1]).toMatchObject({ parentSpanId: '' });
    expect(requests[1]?.traceId).not.toBe(TRACE_ID);
  });
});

describe('Traces', () => {
  test('have one for each run of a job, which its log line names', () => {
    const run = spans.find(({ name }) => name === 'job reminders');
    expect(run).toMatchObject({ parentSpanId: '', kind: 1 });
    expect(childrenOf(run?.spanId ?? '').map(({ name }) => name)).toEqual([
      'INSERT job_run',
      'SELECT profile',
      'UPDATE job_run',
    ]);
    const line = lines.map((text) => JSON.parse(text)).find(({ event }) => event === 'job.ended');
    expect(line).toMatchObject({ trace_id: run?.traceId });
  });

  test('leave out probes, and statements outside of requests and jobs', () => {
    const roots = spans.filter(({ parentSpanId }) => parentSpanId === '').map(({ name }) => name);
    expect(new Set(roots)).toEqual(new Set(['POST /api/journal', 'job reminders', 'GET /api/config']));
  });

  test('hold nothing of users', () => {
    expect(spans.length).toBeGreaterThan(10);
    const text = JSON.stringify(spans);
    for (const secret of [CANARY, ada.id, ada.email, ada.token, written.body.entry.id])
      expect(text).not.toContain(secret);
  });
});

describe('OTEL_TRACES_SAMPLER', () => {
  test.each([
    ['always_off', 1, 0],
    ['traceidratio', 0, 0],
    ['traceidratio', 1, 1],
    ['parentbased_traceidratio', 0, 0],
  ])('%s with %d records %d of 1', async (sampler, ratio, count) => {
    const sampled = await startOtlpCollector();
    const opened = await openTracing({ ...settings, endpoint: sampled.url, sampler, ratio });
    opened?.begin({ name: 'one', kind: 'internal' }).end();
    await opened?.close();
    await sampled.close();
    expect(sampled.spans).toHaveLength(count);
  });

  test('a collector that cannot be reached does not fail what is traced', async () => {
    const gone = await startOtlpCollector();
    await gone.close();
    const opened = await openTracing({ ...settings, endpoint: gone.url });
    opened?.begin({ name: 'one', kind: 'internal' }).end();
    await expect(opened?.close()).resolves.toBeUndefined();
  });
});
