import type { DepartmentKey } from './departments';

/** A workload with its own roles, data and machines in an account. */
export interface Workload {
  name: string;
  department: DepartmentKey;
  /** Name of its data. */
  data: readonly string[];
  /** Its functions. */
  functions: readonly string[];
  sensitive: boolean;
}

const workload = (name: string, department: DepartmentKey, data: string, functions: string, sensitive = false): Workload => ({
  name,
  department,
  data: data.split(' '),
  functions: functions.split(' '),
  sensitive,
});

export const WORKLOADS: readonly Workload[] = [
  workload('checkout', 'payments', 'orders carts receipts', 'price-order reserve-stock send-receipt', true),
  workload('ledger', 'payments', 'bookings statements settlements', 'post-booking close-day reconcile', true),
  workload('fraud-scoring', 'payments', 'scores rules cases', 'score-payment refresh-rules', true),
  workload('catalog', 'storefront', 'products prices images', 'index-product resize-image publish-feed'),
  workload('web-shop', 'storefront', 'sessions assets translations', 'render-page warm-cache'),
  workload('search', 'storefront', 'indexes synonyms queries', 'reindex suggest'),
  workload('shipment-tracking', 'logistics', 'parcels scans routes', 'ingest-scan notify-customer', true),
  workload('route-planner', 'logistics', 'tours depots maps', 'plan-tour geocode'),
  workload('carrier-gateway', 'logistics', 'labels manifests rates', 'book-carrier print-label'),
  workload('returns', 'logistics', 'claims labels refunds', 'open-claim inspect-item'),
  workload('lakehouse', 'data', 'raw curated exports', 'compact-partitions load-orders validate-schema', true),
  workload('recommendations', 'data', 'features models clicks', 'train-model rank-items'),
  workload('reporting', 'data', 'extracts dashboards budgets', 'build-extract mail-report'),
  workload('customer-profile', 'support', 'profiles consents addresses', 'merge-profile erase-customer', true),
  workload('ticketing', 'support', 'tickets attachments transcripts', 'route-ticket summarize'),
  workload('loyalty', 'sales', 'points vouchers tiers', 'grant-points expire-vouchers'),
  workload('fleet-control', 'robotics', 'telemetry firmware missions', 'assign-mission roll-out-firmware', true),
  workload('vision', 'robotics', 'frames labels calibrations', 'label-frame calibrate'),
  workload('payroll-export', 'finance', 'payslips runs archives', 'export-run', true),
  workload('build-farm', 'platform', 'artifacts caches logs', 'start-runner clean-cache'),
  workload('observability', 'platform', 'metrics traces logs', 'roll-up forward-alerts'),
  workload('identity-sync', 'it', 'exports mappings audits', 'sync-people'),
  workload('partner-portal', 'sales', 'contracts uploads invoices', 'check-upload'),
  workload('notification', 'storefront', 'templates outbox bounces', 'send-mail send-push'),
];
