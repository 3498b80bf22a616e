import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';

/** The Prometheus registry of this process. */
export const registry = new Registry();

const SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

/** Creates a counter named `bridge_<name>_total`. */
export function counter<L extends string>(
  name: string,
  help: string,
  labelNames: readonly L[],
): Counter<L> {
  return new Counter({ name: `bridge_${name}_total`, help, labelNames, registers: [registry] });
}
/** Creates a gauge named `bridge_<name>`. */
export function gauge<L extends string>(
  name: string,
  help: string,
  labelNames: readonly L[],
): Gauge<L> {
  return new Gauge({ name: `bridge_${name}`, help, labelNames, registers: [registry] });
}
/** A gauge whose value is read only when the metrics are collected. */
export interface SampledGauge<L extends string> {
  /** Adds a function that reads the value, and returns a function that removes it. Values with equal labels are summed. */
  add(labels: Readonly<Record<L, string>>, read: () => number): () => void;
}
/** Creates a gauge named `bridge_<name>` whose value is read only when the metrics are collected. */
export function sampledGauge<L extends string>(
  name: string,
  help: string,
  labelNames: readonly L[],
): SampledGauge<L> {
  const sources = new Set<{
    readonly labels: Readonly<Record<L, string>>;
    readonly read: () => number;
  }>();
  void new Gauge({
    name: `bridge_${name}`,
    help,
    labelNames,
    registers: [registry],
    collect() {
      this.reset();
      for (const { labels, read } of sources) this.inc(labels, read());
    },
  });
  return {
    add: (labels, read) => {
      const source = { labels, read };
      sources.add(source);
      return () => sources.delete(source);
    },
  };
}
/** Creates a histogram of durations named `bridge_<name>_seconds`. */
export function durations<L extends string>(
  name: string,
  help: string,
  labelNames: readonly L[],
): Histogram<L> {
  return new Histogram({
    name: `bridge_${name}_seconds`,
    help,
    labelNames,
    buckets: SECONDS,
    registers: [registry],
  });
}

let defaults = false;
/** Returns all metrics of the process and of Node.js in the Prometheus text format. */
export async function metricsText(): Promise<string> {
  if (!defaults) {
    defaults = true;
    collectDefaultMetrics({ register: registry, prefix: 'bridge_' });
  }
  return registry.metrics();
}
