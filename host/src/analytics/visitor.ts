import type { CaptureResult } from 'posthog-js';

/** All that analytics is told of who works with the console. */
export interface Visitor {
  tenantId: string;
  /** Job title. */
  role: string;
  userSource: string;
}

/** What the service asks of every event: whose project it is, and a number that tells events of one tab from those of others. */
const REQUIRED_PROPERTIES = ['token', 'distinct_id'];

/** Leaves of an event what is known of the visitor: neither addresses nor names, browsers or devices. */
export function stripToVisitor(event: CaptureResult | null, { tenantId, role, userSource }: Visitor): CaptureResult | null {
  if (!event) return null;
  const needed = Object.fromEntries(Object.entries(event.properties).filter(([name]) => REQUIRED_PROPERTIES.includes(name)));
  const { uuid, timestamp } = event;
  return { uuid, timestamp, event: event.event, properties: { ...needed, tenant_id: tenantId, role, user_source: userSource } };
}
