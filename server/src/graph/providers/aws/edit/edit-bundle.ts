import { EditFailure, editInOrder, type BundleEdit } from '../../../engine/bundle/bundle-edit';
import { parsePolicyDocument } from '../compile/policy-document';
import type { AwsInventory } from '../read/inventory';
import type { AwsAuthorizationDetails, AwsBundle } from '../read/shapes';
import { attachPolicy, detachPolicy, setManagedPolicy } from './managed-policies';
import { createPrincipal, deletePrincipal, setBoundary } from './made-principals';
import { addMember, removeMember, setInlinePolicy, setTrustPolicy } from './principals';
import { createBucket, deleteBucket } from './bucket-policies';
import { addCenterAssignment, addCenterMember, isOfCenter, removeCenterAssignment, removeCenterMember } from './center-assignments';
import { attachControlPolicy, detachControlPolicy, isControlPolicy, setControlPolicy } from './control-policies';
import { setKeyGrant } from './key-grants';
import { setPublicAccessBlock } from './public-access';
import { createResource, deleteResource, setResourcePolicy, setStatement } from './resources';
import { retainPolicies } from './retained-policies';
import { setRuntimeRole } from './runtime-roles';

/**
 * Returns the bundle of an AWS account as an export after these changes would be. The bundle itself stays as it is.
 * @throws EditFailure where an edit names something that the bundle lacks, or would change nothing
 */
export function editAwsBundle(bundle: AwsBundle, edits: readonly BundleEdit[]): AwsBundle {
  return editInOrder(bundle, edits, (edited, edit) => {
    if ('document' in edit && edit.kind !== 'SET_KEY_GRANT') checkDocument(edit.document);
    if (edit.kind === 'SET_STATEMENT' && edit.statement) checkDocument({ Version: '2012-10-17', Statement: [edit.statement] });
    return editedBy(edited, edit);
  });
}

function editedBy(bundle: AwsBundle, edit: BundleEdit): AwsBundle {
  if (edit.kind === 'SET_RUNTIME_ROLE') return setRuntimeRole(bundle, edit);
  const inventory = editedInventory(bundle.inventory, edit);
  if (inventory) return { ...bundle, inventory };
  if (!bundle.authorization) throw new EditFailure('The bundle contains no IAM export. Take a new snapshot of the account and try again.');
  return { ...bundle, authorization: editedIam(bundle.authorization, edit) };
}

/** Makes an edit of anything but users, groups, roles and policies of IAM; null for these. */
function editedInventory(inventory: AwsInventory, edit: BundleEdit): AwsInventory | null {
  switch (edit.kind) {
    case 'SET_RESOURCE_POLICY':
      return setResourcePolicy(inventory, edit);
    case 'CREATE_BUCKET':
      return createBucket(inventory, edit.bucket);
    case 'DELETE_BUCKET':
      return deleteBucket(inventory, edit.bucket);
    case 'CREATE_RESOURCE':
      return createResource(inventory, edit.resource);
    case 'DELETE_RESOURCE':
      return deleteResource(inventory, edit.resource);
    case 'SET_STATEMENT':
      return setStatement(inventory, edit);
    case 'SET_PUBLIC_ACCESS_BLOCK':
      return setPublicAccessBlock(inventory, edit);
    case 'SET_KEY_GRANT':
      return setKeyGrant(inventory, edit);
    case 'ADD_ASSIGNMENT':
      return addCenterAssignment(inventory, edit);
    case 'REMOVE_ASSIGNMENT':
      return removeCenterAssignment(inventory, edit);
    case 'SET_MANAGED_POLICY':
      return isControlPolicy(edit.policy) ? setControlPolicy(inventory, edit) : null;
    case 'ATTACH_POLICY':
      return isControlPolicy(edit.policy) ? attachControlPolicy(inventory, edit) : null;
    case 'DETACH_POLICY':
      return isControlPolicy(edit.policy) ? detachControlPolicy(inventory, edit) : null;
    case 'ADD_MEMBER':
      return isOfCenter(edit.group) ? addCenterMember(inventory, edit) : null;
    case 'REMOVE_MEMBER':
      return isOfCenter(edit.group) ? removeCenterMember(inventory, edit) : null;
    default:
      return null;
  }
}

function editedIam(iam: AwsAuthorizationDetails, edit: BundleEdit): AwsAuthorizationDetails {
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
    case 'RETAIN_POLICIES':
      return retainPolicies(iam, edit);
    default:
      throw new EditFailure('This edit is not one of an AWS account.');
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
