import type { CaptureResult } from 'posthog-js';

/** The only data about a user that analytics receives. */
export interface Visitor {
  tenantId: string;
  /** Job title. */
  role: string;
  userSource: string;
}

/** Properties that the service requires: the project token and an id that separates the events of one tab from those of others. */
const REQUIRED_PROPERTIES = ['token', 'distinct_id'];

/** Returns an event with the visitor's data only: no addresses, names, browsers or devices. */
export function stripToVisitor(event: CaptureResult | null, { tenantId, role, userSource }: Visitor): CaptureResult | null {
  if (!event) return null;
  const needed = Object.fromEntries(Object.entries(event.properties).filter(([name]) => REQUIRED_PROPERTIES.includes(name)));
  const { uuid, timestamp } = event;
  return { uuid, timestamp, event: event.event, properties: { ...needed, tenant_id: tenantId, role, user_source: userSource } };
}
