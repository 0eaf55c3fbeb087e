import { Counter, collectDefaultMetrics, Gauge, Registry } from 'prom-client';
import { withTimeout } from '../concurrency/timeout.ts';
import type { Counts } from '../counts.ts';

export type Metrics = Registry;

/** The library watches garbage collections and the event loop without an end, so a process with several nodes watches them once. */
let ofProcess: Metrics | undefined;

/** Creates the metrics of a node: those of its process, to which others add theirs. */
export function createMetrics(): Metrics {
  if (ofProcess === undefined) {
    ofProcess = new Registry();
    collectDefaultMetrics({ register: ofProcess });
  }
  return extendMetrics(ofProcess);
}

/** A registry with these metrics, to which more can be added without changing them. */
export function extendMetrics(metrics: Metrics): Metrics {
  return Registry.merge([metrics]);
}

type Sample = { labels?: Readonly<Record<string, string>>; value: number };

export type GaugeOptions = {
  name: string;
  help: string;
  labelNames?: readonly string[];
  /** How the processes of one machine are put together; default `sum`. What all of them read from one place is not summed up. */
  aggregator?: 'sum' | 'first' | 'min' | 'max';
  /** Called for each scrape. Must not reject. Without samples the gauge is absent. */
  read: () => readonly Sample[] | Promise<readonly Sample[]>;
};

/** Adds a gauge that is read on demand. */
export function addGauge(registry: Metrics, { name, help, labelNames = [], aggregator = 'sum', read }: GaugeOptions) {
  new Gauge({
    name,
    help,
    labelNames: [...labelNames],
    aggregator,
    registers: [registry],
    async collect() {
      const samples = await read();
      this.reset();
      // A reset of a metric without labels leaves a zero, which looks like a measurement.
      if (samples.length === 0 && labelNames.length === 0) this.remove();
      for (const { labels = {}, value } of samples) this.set(labels, value);
    },
  });
}

export function addCounter(registry: Metrics, name: string, help: string): Pick<Counter, 'inc'> {
  return new Counter({ name, help, registers: [registry] });
}

/** Adds a counter by result, read on demand. */
export function addCounts(registry: Metrics, name: string, help: string, { read }: Pick<Counts, 'read'>): void {
  new Counter({
    name,
    help,
    labelNames: ['result'],
    registers: [registry],
    collect() {
      this.reset();
      for (const [result, count] of Object.entries(read())) this.inc({ result }, count);
    },
  });
}

/**
 * Shares one reading of the database between the gauges and scrapes of `maxAgeMs`.
 * Resolves to null if it fails or takes longer than `timeoutMs`, so that a scrape without a database is as quick as one with it.
 */
export function readShared<Facts>(
  read: () => Promise<Facts>,
  { maxAgeMs, timeoutMs }: { maxAgeMs: number; timeoutMs: number },
): () => Promise<Facts | null> {
  let last: { at: number; facts: Promise<Facts | null> } | null = null;
  return () => {
    if (last === null || performance.now() - last.at > maxAgeMs) {
      const facts = withTimeout(
        timeoutMs,
        read().catch(() => null),
      ).then((result) => {
        // The next scrape tries again.
        if (result === undefined || result === null) last = null;
        return result ?? null;
      });
      last = { at: performance.now(), facts };
    }
    return last.facts;
  };
}
