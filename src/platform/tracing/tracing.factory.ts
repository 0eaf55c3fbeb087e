import type { Tracing, TracingSettings } from './tracing.ts';

/** Opens the tracing if it is configured. The libraries are loaded only then. */
export async function openTracing(settings: TracingSettings | null): Promise<Tracing | null> {
  if (settings === null) return null;
  const { createOtelTracing } = await import('./tracing.otel.ts');
  return createOtelTracing(settings);
}
