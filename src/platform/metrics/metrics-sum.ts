import { AggregatorRegistry } from 'prom-client';
import type { Metrics } from './metrics.ts';

/** The metrics of one node, as its registry writes them as JSON. */
export type NodeMetrics = Awaited<ReturnType<Metrics['getMetricsAsJSON']>>;

/** One page of metrics for several nodes, known by numbers. */
export type MetricsSum = {
  /** Stores the present metrics of a node, in place of its earlier ones. */
  update(node: number, metrics: NodeMetrics): void;
  /** Forgets the sizes of a node that has ended, but not what it has counted: a sum that falls looks like a new start of all nodes. */
  end(node: number): void;
  /** Returns the text format of Prometheus: sums of counters and sizes, averages of event loop delays. */
  read(): Promise<string>;
};

/** Kinds of metrics that only grow. The library writes their names, and declares numbers. */
const GROWING: readonly unknown[] = ['counter', 'histogram'];

export function createMetricsSum(): MetricsSum {
  const nodes = new Map<number, NodeMetrics>();
  let ended: NodeMetrics = [];
  return {
    update: (node, metrics) => void nodes.set(node, metrics),
    end: (node) => {
      const counted = (nodes.get(node) ?? []).filter(({ type }) => GROWING.includes(type));
      nodes.delete(node);
      ended = AggregatorRegistry.aggregate([ended, counted]).getMetricsAsArray() as NodeMetrics;
    },
    read: () => AggregatorRegistry.aggregate([...nodes.values(), ended]).metrics(),
  };
}
