import type { DatabaseWatch } from '../db/connection/database-watch.ts';
import { sqlStateOf } from '../errors.ts';
import type { RunWatch } from '../jobs/jobs.ts';
import type { CallWatch } from '../outbound/call-watch.ts';

/** Names, numbers and texts of ours. Never a value of a user, and never a URL. */
export type Attributes = Readonly<Record<string, string | number>>;

export type SpanOptions = {
  name: string;
  kind: 'server' | 'client' | 'internal';
  attributes?: Attributes;
  /** Where the trace of a caller continues. Default: the current span, or a trace of its own. */
  parent?: RemoteSpan | null;
};

/** A span of another program, as `traceparent` names it. */
export type RemoteSpan = { traceId: string; parentId: string; isSampled: boolean };

/** What a log line of a trace says of it. */
export type TraceFields = { trace_id: string; span_id: string };

export type OpenSpan = {
  fields: TraceFields;
  /** Runs work whose spans are children of this one. */
  within<Result>(work: () => Result): Result;
  /** `failure`: a code or class of the error, never its message. */
  end(outcome?: { attributes?: Attributes; failure?: string | null }): void;
};

/** Records what requests, jobs and calls of providers do, and sends it to a collector. */
export type Tracing = {
  begin(options: SpanOptions): OpenSpan;
  /** The current span; undefined outside of any. */
  current(): TraceFields | undefined;
  /** Sends what is recorded, within some seconds. Never rejects. */
  close(): Promise<void>;
};

export type TracingSettings = {
  /** The base URL of a collector that speaks OTLP over HTTP. */
  endpoint: string;
  serviceName: string;
  sampler: string;
  /** The part of traces that is recorded, for samplers by ratio: 0 to 1. */
  ratio: number;
};

const MAX_TEXT_LENGTH = 2_000;

/** Adds a span for each run of a job: a trace of its own, or a part of the request that started it. */
export function traceRuns(tracing: Tracing | null, watch: RunWatch): RunWatch {
  if (tracing === null) return watch;
  return async (job, work) => {
    const span = tracing.begin({ name: `job ${job}`, kind: 'internal', attributes: { 'meadow.job': job } });
    try {
      const result = await span.within(() => watch(job, work));
      span.end();
      return result;
    } catch (error) {
      span.end({ failure: error instanceof Error ? error.name : 'other' });
      throw error;
    }
  };
}

/** Adds a span for each statement of a request or job. Loops, which look for work each second, have none. */
export function traceStatements(tracing: Tracing | null, watch: DatabaseWatch): DatabaseWatch {
  if (tracing === null) return watch;
  const onStatement: DatabaseWatch['onStatement'] = (text) => {
    const endWatch = watch.onStatement(text);
    if (tracing.current() === undefined) return endWatch;
    const span = tracing.begin({ name: nameOfStatement(text), kind: 'client', attributes: attributesOf(text) });
    return (error) => {
      endWatch(error);
      span.end({ failure: error === undefined ? null : (sqlStateOf(error) ?? 'other') });
    };
  };
  return { ...watch, onStatement };
}

/** Adds a span for each call of a provider. */
export function traceCalls(tracing: Tracing | null, provider: string, watch: CallWatch): CallWatch {
  if (tracing === null) return watch;
  return (host) => {
    const endWatch = watch(host);
    const attributes = { 'peer.service': provider, ...(host !== null && { 'server.address': host }) };
    const span = tracing.begin({ name: provider, kind: 'client', attributes });
    return (failure) => {
      endWatch(failure);
      span.end({ failure });
    };
  };
}

/** The kind of the statement and its first table. */
function nameOfStatement(text: string): string {
  const operation = /^\s*(\w+)/.exec(text)?.[1]?.toUpperCase() ?? 'SQL';
  const table = /\b(?:from|into|update)\s+"?(\w+)/i.exec(text)?.[1];
  return table === undefined ? operation : `${operation} ${table}`;
}

/** Values are parameters. Literals are of our code, and removed all the same. */
function attributesOf(text: string): Attributes {
  const query = text
    .replace(/'[^']*'/g, '?')
    .replace(/\s+/g, ' ')
    .trim();
  return { 'db.system.name': 'postgresql', 'db.query.text': query.slice(0, MAX_TEXT_LENGTH) };
}
