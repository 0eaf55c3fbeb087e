import { Counter, Gauge, Histogram, Registry } from 'prom-client';
import { expect, test } from 'vitest';
import { createMetricsSum } from './metrics-sum.ts';

/** What a node tells that has counted so much. */
async function metricsOf(count: number) {
  const registers = [new Registry()];
  new Counter({ name: 'requests_total', help: 'Requests.', labelNames: ['route'], registers }).inc(
    { route: '/a' },
    count,
  );
  new Gauge({ name: 'memory_bytes', help: 'Memory.', registers }).set(count);
  new Gauge({ name: 'disk_bytes', help: 'Disk.', aggregator: 'first', registers }).set(count);
  const duration = new Histogram({ name: 'duration', help: 'Duration.', buckets: [1, 2], registers });
  for (let index = 0; index < count; index += 1) duration.observe(1.5);
  // A value from another process is a structured clone.
  return structuredClone((await registers[0]?.getMetricsAsJSON()) ?? []);
}

/** Lines without comments. */
const linesOf = (text: string) => text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));

test('sums up what nodes count and use, and takes what they share from one of them', async () => {
  const sum = createMetricsSum();
  sum.update(1, await metricsOf(1));
  sum.update(1, await metricsOf(2));
  sum.update(2, await metricsOf(5));
  expect(linesOf(await sum.read())).toEqual([
    'requests_total{route="/a"} 7',
    'memory_bytes 7',
    'disk_bytes 2',
    'duration_bucket{le="1"} 0',
    'duration_bucket{le="2"} 7',
    'duration_bucket{le="+Inf"} 7',
    'duration_sum 10.5',
    'duration_count 7',
  ]);
});

test('keeps what ended nodes have counted, and not what they used', async () => {
  const sum = createMetricsSum();
  sum.update(1, await metricsOf(1));
  sum.update(2, await metricsOf(2));
  sum.end(1);
  sum.end(2);
  sum.end(3);
  expect(linesOf(await sum.read())).toContain('duration_count 3');
  sum.update(1, await metricsOf(4));
  const lines = linesOf(await sum.read());
  expect(lines).toEqual(expect.arrayContaining(['requests_total{route="/a"} 7', 'memory_bytes 4', 'duration_count 7']));
});

test('is empty before any node has answered', async () => {
  expect(linesOf(await createMetricsSum().read())).toEqual([]);
});
