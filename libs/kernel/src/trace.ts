import { context, propagation, SpanStatusCode, trace, type Span } from '@opentelemetry/api';
import { settlesWithin } from './settles-within.ts';

/** Maximum time that a stopping process waits for the export of its last spans, ms. */
const LAST_EXPORT_MS_MAX = 1_000;
const tracer = trace.getTracer('agent-bridge');

/**
 * Runs `work` in a new OpenTelemetry span; `parent` is the traceparent of the caller. Without a configured exporter the span
 * does nothing.
 */
export async function inSpan<T>(
  name: string,
  parent: string | undefined,
  work: (span: Span) => Promise<T>,
): Promise<T> {
  const from =
    parent === undefined
      ? context.active()
      : propagation.extract(context.active(), { traceparent: parent });
  return tracer.startActiveSpan(name, {}, from, async (span) => {
    try {
      return await work(span);
    } catch (error) {
      span.setStatus({ code: SpanStatusCode.ERROR });
      throw error;
    } finally {
      span.end();
    }
  });
}

/** Returns the W3C traceparent of the active span, or undefined without a trace. */
export function traceparent(): string | undefined {
  const carrier: Record<string, string> = {};
  propagation.inject(context.active(), carrier);
  return carrier.traceparent;
}

/**
 * Loads and starts the OTLP exporter, which needs 30 MB of memory. Called only when an OTLP endpoint is configured. Returns a
 * function that exports the remaining spans, for at most a second.
 */
export async function startTracing(serviceName: string): Promise<() => Promise<void>> {
  const { NodeSDK } = await import('@opentelemetry/sdk-node');
  const { OTLPTraceExporter } = await import('@opentelemetry/exporter-trace-otlp-http');
  const sdk = new NodeSDK({ serviceName, traceExporter: new OTLPTraceExporter() });
  sdk.start();
  return async () => void (await settlesWithin(LAST_EXPORT_MS_MAX, sdk.shutdown()));
}
