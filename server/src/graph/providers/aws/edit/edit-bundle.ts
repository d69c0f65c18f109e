import { EditFailure, editInOrder, type BundleEdit } from '../../../engine/bundle/bundle-edit';
import { parsePolicyDocument } from '../compile/policy-document';
import type { AwsInventory } from '../read/inventory';
import type { AwsAuthorizationDetails, AwsBundle } from '../read/shapes';
import { attachPolicy, detachPolicy, setManagedPolicy } from './managed-policies';
import { createPrincipal, deletePrincipal, setBoundary } from './made-principals';
import { addMember, removeMember, setInlinePolicy, setTrustPolicy } from './principals';
import { createBucket, deleteBucket, setBucketPolicy } from './bucket-policies';

/**
 * Returns the bundle of an AWS account as an export after these changes would be. The bundle itself stays as it is.
 * @throws EditFailure where an edit names something that the bundle lacks, or would change nothing
 */
export function editAwsBundle(bundle: AwsBundle, edits: readonly BundleEdit[]): AwsBundle {
  return editInOrder(bundle, edits, (edited, edit) => {
    if ('document' in edit) checkDocument(edit.document);
    return editedBy(edited, edit);
  });
}

function editedBy(bundle: AwsBundle, edit: BundleEdit): AwsBundle {
  if (isOfBucket(edit)) return { ...bundle, inventory: editedBuckets(bundle.inventory, edit) };
  if (!bundle.authorization) throw new EditFailure('The bundle contains no IAM export. Take a new snapshot of the account and try again.');
  return { ...bundle, authorization: editedIam(bundle.authorization, edit) };
}

type BucketEdit = Extract<BundleEdit, { kind: 'SET_RESOURCE_POLICY' | 'CREATE_BUCKET' | 'DELETE_BUCKET' }>;

function isOfBucket(edit: BundleEdit): edit is BucketEdit {
  return edit.kind === 'SET_RESOURCE_POLICY' || 'bucket' in edit;
}

function editedBuckets(inventory: AwsInventory, edit: BucketEdit): AwsInventory {
  switch (edit.kind) {
    case 'SET_RESOURCE_POLICY':
      return setBucketPolicy(inventory, edit);
    case 'CREATE_BUCKET':
      return createBucket(inventory, edit.bucket);
    case 'DELETE_BUCKET':
      return deleteBucket(inventory, edit.bucket);
  }
}

function editedIam(iam: AwsAuthorizationDetails, edit: Exclude<BundleEdit, BucketEdit>): AwsAuthorizationDetails {
  switch (edit.kind) {
    case 'SET_INLINE_POLICY':
      return setInlinePolicy(iam, edit);
    case 'SET_TRUST_POLICY':
      return setTrustPolicy(iam, edit);
    case 'SET_MANAGED_POLICY':
      return setManagedPolicy(iam, edit);
    case 'ATTACH_POLICY':
      return attachPolicy(iam, edit);
    case 'DETACH_POLICY':
      return detachPolicy(iam, edit);
    case 'CREATE_PRINCIPAL':
      return createPrincipal(iam, edit);
    case 'DELETE_PRINCIPAL':
      return deletePrincipal(iam, edit.principal);
    case 'SET_BOUNDARY':
      return setBoundary(iam, edit);
    case 'ADD_MEMBER':
      return addMember(iam, edit);
    case 'REMOVE_MEMBER':
      return removeMember(iam, edit);
  }
}

/** Refuses a document with a part that AWS would refuse. An import only leaves such a part out, which would hide a mistake here. */
function checkDocument(document: unknown): void {
  if (document === null) return;
  const parsed = parsePolicyDocument(document);
  const [fault] = parsed?.faults ?? [{ place: '', message: 'It is not an object.' }];
  if (fault) throw new EditFailure(`The document cannot be read. ${fault.place}: ${fault.message}`);
  if (parsed?.statements.length === 0) throw new EditFailure('The document has no statement. Add one, or delete the policy.');
  const idle = parsed?.statements.find(({ actions, notActions }) => !actions && !notActions);
  if (idle) throw new EditFailure(`The document cannot be used. /Statement/${idle.index}: The statement has neither Action nor NotAction.`);
}
