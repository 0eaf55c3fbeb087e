import { AsyncLocalStorage } from 'node:async_hooks';
import { type Context, ROOT_CONTEXT, type Span, SpanKind, SpanStatusCode, TraceFlags, trace } from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { detectResources, envDetector, resourceFromAttributes } from '@opentelemetry/resources';
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  BatchSpanProcessor,
  ParentBasedSampler,
  type Sampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import { withTimeout } from '../concurrency/timeout.ts';
import type { OpenSpan, RemoteSpan, SpanOptions, TraceFields, Tracing, TracingSettings } from './tracing.ts';

const CLOSE_LIMIT_MS = 3_000;
const KINDS = { server: SpanKind.SERVER, client: SpanKind.CLIENT, internal: SpanKind.INTERNAL };

/**
 * Sends spans as OTLP over HTTP, in JSON. The provider is not registered globally: libraries that would then trace on their own
 * (identity, AI) record values of users.
 */
export function createOtelTracing({ endpoint, serviceName, ...sampling }: TracingSettings): Tracing {
  const exporter = new OTLPTraceExporter({ url: `${endpoint.replace(/\/$/, '')}/v1/traces` });
  const processor = new BatchSpanProcessor({ exporter });
  const provider = new TracerProvider({
    // OTEL_RESOURCE_ATTRIBUTES comes first.
    resource: resourceFromAttributes({ 'service.name': serviceName }).merge(
      detectResources({ detectors: [envDetector] }),
    ),
    sampler: samplerOf(sampling),
    spanProcessors: [processor],
  });
  const tracer = provider.getTracer('meadow');
  const spans = new AsyncLocalStorage<Span>();

  function begin({ name, kind, attributes, parent = null }: SpanOptions): OpenSpan {
    const span = tracer.startSpan(name, { kind: KINDS[kind], attributes: { ...attributes } }, parentOf(parent));
    return {
      fields: fieldsOf(span),
      within: (work) => spans.run(span, work),
      end: ({ attributes: more, failure = null } = {}) => {
        if (more !== undefined) span.setAttributes({ ...more });
        if (failure !== null) span.setStatus({ code: SpanStatusCode.ERROR }).setAttribute('error.type', failure);
        span.end();
      },
    };
  }

  function parentOf(remote: RemoteSpan | null): Context {
    const current = spans.getStore();
    if (current !== undefined) return trace.setSpan(ROOT_CONTEXT, current);
    if (remote === null) return ROOT_CONTEXT;
    const { traceId, parentId: spanId, isSampled } = remote;
    const traceFlags = isSampled ? TraceFlags.SAMPLED : TraceFlags.NONE;
    return trace.setSpanContext(ROOT_CONTEXT, { traceId, spanId, traceFlags, isRemote: true });
  }

  return {
    begin,
    current: () => {
      const span = spans.getStore();
      return span === undefined ? undefined : fieldsOf(span);
    },
    close: async () => {
      await withTimeout(
        CLOSE_LIMIT_MS,
        provider.shutdown().catch(() => undefined),
      );
    },
  };
}

function fieldsOf(span: Span): TraceFields {
  const { traceId, spanId } = span.spanContext();
  return { trace_id: traceId, span_id: spanId };
}

/** The samplers of the specification, by their names there. */
function samplerOf({ sampler, ratio }: Pick<TracingSettings, 'sampler' | 'ratio'>): Sampler {
  const isParentBased = sampler.startsWith('parentbased_');
  const own = rootSamplerOf(sampler.replace('parentbased_', ''), ratio);
  return isParentBased ? new ParentBasedSampler({ root: own }) : own;
}

function rootSamplerOf(name: string, ratio: number): Sampler {
  if (name === 'always_on') return new AlwaysOnSampler();
  return name === 'always_off' ? new AlwaysOffSampler() : new TraceIdRatioBasedSampler(ratio);
}
