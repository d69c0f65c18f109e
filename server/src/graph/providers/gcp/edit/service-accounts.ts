import { fields, list, text } from '../../../../platform/json-values';
import { EditFailure } from '../../../engine/bundle/bundle-edit';
import type { GcpBundle } from '../read/bundle';

const ACCOUNT = /^serviceAccount:(([^@]+)@([^.@]+)\.iam\.gserviceaccount\.com)$/;
const ASSET = 'iam.googleapis.com/ServiceAccount';

/** Creates a service account without roles. */
export function createServiceAccount(bundle: GcpBundle, principal: string): GcpBundle {
  const { email, project } = partsOf(principal);
  if (rowOf(bundle, email)) throw new EditFailure('The project has this service account already. Leave this edit out.');
  const parent = `//cloudresourcemanager.googleapis.com/projects/${project}`;
  const sibling = (bundle.resources ?? []).find(({ fields: row }) => row.parentFullResourceName === parent)?.fields;
  const row = {
    name: `//iam.googleapis.com/projects/${project}/serviceAccounts/${email}`,
    assetType: ASSET,
    project: text(sibling?.project) || `projects/${project}`,
    ...(sibling ? { folders: sibling.folders, organization: sibling.organization } : {}),
    displayName: email,
    additionalAttributes: { email },
    parentFullResourceName: parent,
  };
  return { ...bundle, resources: [...(bundle.resources ?? []), { fields: row, file: 'what-if', place: '' }] };
}

/** Deletes a service account that no binding names any more. Google keeps the bindings of others under another name. */
export function deleteServiceAccount(bundle: GcpBundle, principal: string): GcpBundle {
  const { email } = partsOf(principal);
  const deleted = rowOf(bundle, email);
  if (!deleted) throw new EditFailure('The project has no service account with this address.');
  const isNamed = (bundle.iamPolicies ?? []).some(({ fields: { policy } }) =>
    list(fields(policy).bindings).some((binding) => list(fields(binding).members).some((member) => text(member).toLowerCase().endsWith(`:${email}`))),
  );
  if (isNamed) throw new EditFailure('Bindings still name the service account. Remove its roles with edits before this one.');
  const own = text(deleted.fields.name);
  return {
    ...bundle,
    resources: (bundle.resources ?? []).filter((entry) => entry !== deleted),
    iamPolicies: bundle.iamPolicies && bundle.iamPolicies.filter(({ fields: entry }) => text(entry.resource) !== own),
  };
}

function partsOf(principal: string): { email: string; project: string } {
  const [, email = '', , project = ''] = ACCOUNT.exec(principal) ?? [];
  if (email === '')
    throw new EditFailure('This is no service account of a project. It looks like serviceAccount:NAME@PROJECT.iam.gserviceaccount.com.');
  return { email: email.toLowerCase(), project };
}

function rowOf({ resources }: GcpBundle, email: string) {
  return (resources ?? []).find(
    ({ fields: row }) =>
      row.assetType === ASSET &&
      [text(fields(row.additionalAttributes).email), text(row.displayName), text(row.name).split('/').at(-1) ?? ''].some(
        (one) => one.toLowerCase() === email,
      ),
  );
}
