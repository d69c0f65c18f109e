import { workersOf, workingSecond } from '../company/cloud-workers';
import type { Plan } from '../plan';
import type { GcpInventory, GcpResource } from './inventory';
import { deployerEmail } from './service-accounts';

interface Operation {
  kind: GcpResource['kind'];
  service: string;
  method: string;
  permission: string;
  /** Data access has a separate log. */
  log: 'activity' | 'data_access';
  type: string;
  by: 'people' | 'software' | 'pipeline';
}

const OPERATIONS: readonly Operation[] = [
  {
    kind: 'bucket',
    service: 'storage.googleapis.com',
    method: 'storage.objects.get',
    permission: 'storage.objects.get',
    log: 'data_access',
    type: 'gcs_bucket',
    by: 'software',
  },
  {
    kind: 'bucket',
    service: 'storage.googleapis.com',
    method: 'storage.objects.create',
    permission: 'storage.objects.create',
    log: 'data_access',
    type: 'gcs_bucket',
    by: 'software',
  },
  {
    kind: 'dataset',
    service: 'bigquery.googleapis.com',
    method: 'google.cloud.bigquery.v2.JobService.InsertJob',
    permission: 'bigquery.tables.getData',
    log: 'data_access',
    type: 'bigquery_dataset',
    by: 'people',
  },
  {
    kind: 'secret',
    service: 'secretmanager.googleapis.com',
    method: 'google.cloud.secretmanager.v1.SecretManagerService.AccessSecretVersion',
    permission: 'secretmanager.versions.access',
    log: 'data_access',
    type: 'audited_resource',
    by: 'software',
  },
  {
    kind: 'service',
    service: 'run.googleapis.com',
    method: 'google.cloud.run.v1.Services.ReplaceService',
    permission: 'run.services.update',
    log: 'activity',
    type: 'cloud_run_revision',
    by: 'pipeline',
  },
  {
    kind: 'instance',
    service: 'compute.googleapis.com',
    method: 'v1.compute.instances.reset',
    permission: 'compute.instances.reset',
    log: 'activity',
    type: 'gce_instance',
    by: 'people',
  },
];

/** Yields the output of `gcloud logging read` for the audit logs of the last 90 days, the newest first. */
export function* auditLog(plan: Plan, inventory: GcpInventory): Generator<Record<string, unknown>> {
  const { project } = inventory;
  const people = workersOf(plan, ['data-analysts', 'cloud-platform-admins', ...project.workloads.map(({ name }) => `app-${name}-owners`)], 30);
  for (const daysAgo of [...plan.calendar.loggedDays()].reverse()) {
    const rng = plan.seed.at('gcp-day', project.id, daysAgo);
    const count = plan.calendar.isWeekend(daysAgo) ? rng.between(1, 3) : rng.between(3, plan.size === 'S' ? 7 : 20);
    for (let order = 0; order < count; order++) {
      const operation = rng.pick(OPERATIONS);
      const person = people.length > 0 && operation.by === 'people' ? rng.pick(people) : null;
      const things = inventory.all(operation.kind).filter(({ madeDaysAgo }) => madeDaysAgo > daysAgo);
      if (things.length === 0 || (operation.by === 'people' && (!person || person.joinedDaysAgo <= daysAgo))) continue;
      const thing = rng.pick(things);
      const second = person ? workingSecond(person, rng.next()) : rng.int(86_400);
      const caller = person?.email ?? (operation.by === 'pipeline' ? deployerEmail(inventory) : inventory.accountOf(thing.workload));
      const callerIp = person ? `${person.office.network}.${10 + (person.index % 240)}` : 'private';
      yield entry(plan, inventory, { operation, thing, caller, callerIp, at: plan.calendar.at(daysAgo, second) });
    }
  }
}

interface Done {
  operation: Operation;
  thing: GcpResource;
  caller: string;
  callerIp: string;
  at: string;
}

function entry(plan: Plan, { project }: GcpInventory, { operation, thing, caller, callerIp, at }: Done): Record<string, unknown> {
  const { service, method, permission, log, type } = operation;
  const path = thing.fullName.replace(/^\/\/[^/]+\//, '');
  const resourceName =
    thing.kind === 'bucket' ? `projects/_/buckets/${path}${method.includes('objects') ? `/objects/${at.slice(0, 10)}` : ''}` : path;
  return {
    insertId: plan.seed.at('gcp-event', thing.fullName, method, at).alphanumeric(14),
    logName: `projects/${project.id}/logs/cloudaudit.googleapis.com%2F${log}`,
    protoPayload: {
      '@type': 'type.googleapis.com/google.cloud.audit.AuditLog',
      authenticationInfo: { principalEmail: caller },
      authorizationInfo: [{ granted: true, permission, resource: resourceName }],
      methodName: method,
      requestMetadata: { callerIp, callerSuppliedUserAgent: caller.includes('gserviceaccount') ? 'gcloud-python-client/2.14' : 'Mozilla/5.0' },
      resourceName,
      serviceName: service,
      status: {},
    },
    receiveTimestamp: at,
    resource: { labels: { project_id: project.id }, type },
    severity: log === 'activity' ? 'NOTICE' : 'INFO',
    timestamp: at,
  };
}
