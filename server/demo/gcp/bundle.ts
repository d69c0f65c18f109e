import { listFile, type DemoBundle, type DemoFile } from '../files';
import type { Plan } from '../plan';
import { auditLog } from './audit-log';
import { GcpInventory } from './inventory';
import { denyPolicies, iamPolicyRows } from './policies';
import { gcpOrganization, projects, type Project } from './projects';
import { resourceRows } from './resources';
import { gcpRoles } from './role-permissions';

/** Yields one bundle per project. */
export function* gcpBundles(plan: Plan): Generator<DemoBundle> {
  for (const project of projects(plan)) {
    yield {
      folder: `gcp-${project.id}`,
      cloudType: 'GCP',
      accountId: project.id,
      name: project.id,
      day: plan.calendar.day,
      takenAt: plan.calendar.takenAt,
      files: () => gcpFiles(plan, project),
    };
  }
}

function* gcpFiles(plan: Plan, project: Project): Generator<DemoFile> {
  const inventory = new GcpInventory(plan, project);
  const organization = gcpOrganization(plan);
  yield listFile('search-all-iam-policies.json', iamPolicyRows(plan, inventory));
  yield listFile('search-all-resources.json', resourceRows(plan, inventory));
  yield listFile('roles.json', gcpRoles(plan));
  yield listFile(
    'folders.json',
    [project.folder].map(({ name, displayName }) => ({
      createTime: plan.calendar.at(1120, 30_000),
      displayName,
      name,
      parent: organization,
      state: 'ACTIVE',
    })),
  );
  yield listFile('projects.json', [
    {
      createTime: plan.calendar.at(1100, 32_000),
      labels: { stage: project.purpose },
      lifecycleState: 'ACTIVE',
      name: project.name,
      parent: { id: project.folder.name.slice('folders/'.length), type: 'folder' },
      projectId: project.id,
      projectNumber: project.number,
    },
  ]);
  yield listFile('deny-policies.json', denyPolicies(plan, project));
  yield listFile('audit-log.json', auditLog(plan, inventory));
}
