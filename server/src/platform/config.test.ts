import { readConfig } from './config';

describe('readConfig: the collector of traces', () => {
  const collector = (env: Record<string, string>) => readConfig({ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318/', ...env }).collector;

  it('is absent without an address', () => {
    expect(readConfig({}).collector).toBeNull();
  });

  it('has its address, its decoded headers and the traced share', () => {
    expect(collector({})).toEqual({ endpoint: 'http://collector:4318', headers: {}, share: 1 });
    const headers = { authorization: 'Basic a=b==', 'x-scope': '1' };
    expect(collector({ OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Basic%20a=b==, x-scope=1', CAM_TRACE_SHARE: '0.25' })).toMatchObject({
      headers,
      share: 0.25,
    });
  });

  it.each([
    [{ OTEL_EXPORTER_OTLP_ENDPOINT: 'collector' }, 'OTEL_EXPORTER_OTLP_ENDPOINT must be the OTLP/HTTP address of a collector'],
    [{ OTEL_EXPORTER_OTLP_HEADERS: 'secret' }, 'OTEL_EXPORTER_OTLP_HEADERS must list headers'],
    [{ OTEL_EXPORTER_OTLP_HEADERS: 'authorization=%' }, 'OTEL_EXPORTER_OTLP_HEADERS must list headers'],
    [{ CAM_TRACE_SHARE: '2' }, 'CAM_TRACE_SHARE must be a number from 0 to 1, not "2".'],
    [{ CAM_TRACE_SHARE: 'all' }, 'CAM_TRACE_SHARE must be a number from 0 to 1, not "all".'],
  ] as [Record<string, string>, string][])('refuses %j', (env, message) => {
    expect(() => collector(env)).toThrow(message);
  });
});
