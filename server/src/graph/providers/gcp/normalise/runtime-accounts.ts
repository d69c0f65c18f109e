import { at, fields, list, type Fields } from '../../../../platform/json-values';
import type { SourceDraft } from '../../../engine/source-draft';
import type { AddedRow } from './added-row';
import type { ProjectNames } from '../read/values';

/** The field that holds the runtime service account, by resource type. */
const ACCOUNT_AT: Record<string, readonly (readonly string[])[]> = {
  'cloudfunctions.googleapis.com/CloudFunction': [['serviceAccountEmail']],
  'cloudfunctions.googleapis.com/Function': [['serviceConfig', 'serviceAccountEmail'], ['serviceAccountEmail']],
  'run.googleapis.com/Service': [
    ['template', 'serviceAccount'],
    ['spec', 'template', 'spec', 'serviceAccountName'],
  ],
  'run.googleapis.com/Job': [
    ['template', 'template', 'serviceAccount'],
    ['spec', 'template', 'spec', 'template', 'spec', 'serviceAccountName'],
  ],
  'appengine.googleapis.com/Version': [['serviceAccount']],
  'composer.googleapis.com/Environment': [['config', 'nodeConfig', 'serviceAccount']],
  'dataproc.googleapis.com/Cluster': [['config', 'gceClusterConfig', 'serviceAccount']],
  'workflows.googleapis.com/Workflow': [['serviceAccount']],
  'container.googleapis.com/Cluster': [['nodeConfig', 'serviceAccount']],
};

/** Relates machines, functions, services and clusters to their service accounts. */
export function addRuntimeAccounts(draft: SourceDraft, rows: readonly AddedRow[], projects: ProjectNames): void {
  for (const { entity, assetType, row, resource } of rows) {
    for (const email of accountsOf(assetType, resource)) {
      // A node without an account of its own runs as the project's default account.
      const number = String(row.project ?? '').replace('projects/', '');
      const address = email === 'default' && /^\d+$/.test(number) ? `${number}-compute@developer.gserviceaccount.com` : email;
      if (!address.includes('@')) continue;
      const nativeId = `serviceAccount:${address.toLowerCase()}`;
      if (!draft.find(nativeId)) addAccount(draft, address.toLowerCase(), projects);
      draft.relate(entity.nativeId, nativeId, 'runs_as');
    }
  }
}

function accountsOf(assetType: string, resource: Fields): string[] {
  if (assetType === 'compute.googleapis.com/Instance') {
    const accounts = list(resource.serviceAccounts).map(fields);
    return accounts.map(({ email }) => email).filter((email): email is string => typeof email === 'string');
  }
  const found = (ACCOUNT_AT[assetType] ?? []).map((path) => at(resource, ...path));
  return found.filter((email): email is string => typeof email === 'string' && email !== '').slice(0, 1);
}

/** Adds an account that no row lists. Its address contains the project, or it is one of the project's default accounts. */
function addAccount(draft: SourceDraft, email: string, projects: ProjectNames): void {
  const own = /@([^.]+)\.iam\.gserviceaccount\.com$/.exec(email)?.[1] ?? /^(\d+)-compute@/.exec(email)?.[1];
  const project = own === undefined ? draft.accountId : projects.idOf(own);
  const nativeId = `serviceAccount:${email}`;
  const resourceid = `//iam.googleapis.com/projects/${project}/serviceAccounts/${email}`;
  draft.add({
    type: 'SERVICE_ACCOUNT',
    id: email,
    nativeId,
    name: email,
    accountId: project,
    isIdentity: true,
    isResource: true,
    attributes: { email, domain: email.split('@')[1], assettype: 'iam.googleapis.com/ServiceAccount', resourceid, inferred: true },
  });
  if (draft.find(`projects/${project}`)) draft.relate(nativeId, `projects/${project}`, 'contains');
}
