import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface CollectedSpan {
  service: string;
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  attributes: Record<string, unknown>;
  links: string[];
}

interface Attribute {
  key: string;
  value: Record<string, unknown>;
}
interface Traces {
  resourceSpans: {
    resource: { attributes: Attribute[] };
    scopeSpans: { spans: (Omit<CollectedSpan, 'attributes' | 'links' | 'service'> & { attributes: Attribute[]; links?: { traceId: string }[] })[] }[];
  }[];
}
interface CollectedMetrics {
  resourceMetrics: { scopeMetrics: { metrics: { name: string; histogram?: { dataPoints: { count: number; bucketCounts: number[] }[] } }[] }[] }[];
}

/** Starts a collector on loopback that keeps what it gets over OTLP/HTTP as JSON. */
export async function startCollector() {
  const spans: CollectedSpan[] = [];
  const metrics = new Map<string, { count: number; bucketCounts: number[] }[]>();
  const headers: IncomingHttpHeaders[] = [];
  let bodies = '';
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const body = Buffer.concat(chunks).toString();
      bodies += body;
      headers.push(request.headers);
      if (request.url === '/v1/traces') spans.push(...spansOf(JSON.parse(body) as Traces));
      else
        for (const { scopeMetrics } of (JSON.parse(body) as CollectedMetrics).resourceMetrics)
          for (const { name, histogram } of scopeMetrics.flatMap((scope) => scope.metrics)) metrics.set(name, histogram?.dataPoints ?? []);
      response.setHeader('content-type', 'application/json');
      response.end('{}');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    spans,
    metrics,
    headers,
    /** Returns everything that arrived, as text. */
    text: () => bodies,
    stop: () => {
      server.closeAllConnections();
      return new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}

function spansOf({ resourceSpans }: Traces): CollectedSpan[] {
  return resourceSpans.flatMap(({ resource, scopeSpans }) => {
    const service = String(valuesOf(resource.attributes)['service.name']);
    return scopeSpans.flatMap(({ spans }) =>
      spans.map(({ attributes, links = [], ...span }) => ({
        ...span,
        service,
        attributes: valuesOf(attributes),
        links: links.map(({ traceId }) => traceId),
      })),
    );
  });
}

function valuesOf(attributes: readonly Attribute[]): Record<string, unknown> {
  return Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]));
}
