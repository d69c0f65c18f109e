import type { Jobs } from './jobs';

/**
 * Defines a job that brings something of a tenant up to date, and returns the function that queues it. The job waits once for each tenant, however often it is
 * queued before it begins.
 */
export function defineTenantJob(
  jobs: Pick<Jobs, 'define' | 'enqueue'>,
  name: string,
  run: (tenantId: string) => Promise<void>,
): (tenantId: string) => Promise<void> {
  jobs.define(name, ({ tenantId }: { tenantId: string }) => run(tenantId));
  return async (tenantId) => {
    await jobs.enqueue(name, { tenantId }, { singletonKey: 'now' });
  };
}
