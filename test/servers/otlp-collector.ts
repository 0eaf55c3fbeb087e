import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';

export type CollectedSpan = {
  name: string;
  traceId: string;
  spanId: string;
  /** Empty for the first span of a trace. */
  parentSpanId: string;
  /** 1: internal, 2: server, 3: client. */
  kind: number;
  attributes: Record<string, string | number>;
  isError: boolean;
  service: string;
};

export type OtlpCollector = { url: string; spans: CollectedSpan[]; close(): Promise<void> };

type Value = { stringValue?: string; intValue?: number | string };
type Attribute = { key: string; value: Value };
type Export = {
  resourceSpans: {
    resource: { attributes: Attribute[] };
    scopeSpans: {
      spans: (Omit<CollectedSpan, 'attributes' | 'isError'> & { attributes: Attribute[]; status: { code?: number } })[];
    }[];
  }[];
};

const ERROR_STATUS = 2;

/** Starts a collector that receives OTLP/JSON over HTTP and stores the spans. */
export async function startOtlpCollector(): Promise<OtlpCollector> {
  const spans: CollectedSpan[] = [];
  const server = createServer(async (request, response) => {
    if (request.url !== '/v1/traces' || request.headers['content-type'] !== 'application/json') {
      response.writeHead(404).end();
      return;
    }
    spans.push(...spansOf((await json(request)) as Export));
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const close = async () => {
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  };
  return { url: `http://127.0.0.1:${port}`, spans, close };
}

function spansOf({ resourceSpans }: Export): CollectedSpan[] {
  return resourceSpans.flatMap(({ resource, scopeSpans }) => {
    const service = String(recordOf(resource.attributes)['service.name']);
    return scopeSpans
      .flatMap((scope) => scope.spans)
      .map(({ attributes, status, parentSpanId = '', ...span }) => ({
        ...span,
        parentSpanId,
        service,
        attributes: recordOf(attributes),
        isError: status.code === ERROR_STATUS,
      }));
  });
}

function recordOf(attributes: readonly Attribute[]): Record<string, string | number> {
  const pairs = attributes.map(({ key, value }) => [key, value.stringValue ?? Number(value.intValue)] as const);
  return Object.fromEntries(pairs);
}
