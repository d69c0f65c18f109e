import { EditFailure, editInOrder, type BundleEdit } from '../../../engine/bundle/bundle-edit';
import { parsePolicyDocument } from '../compile/policy-document';
import type { AwsAuthorizationDetails, AwsBundle } from '../read/shapes';
import { attachPolicy, detachPolicy, setManagedPolicy } from './managed-policies';
import { addMember, removeMember, setInlinePolicy, setTrustPolicy } from './principals';
import { setBucketPolicy } from './bucket-policies';

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
  if (edit.kind === 'SET_RESOURCE_POLICY') return { ...bundle, inventory: setBucketPolicy(bundle.inventory, edit) };
  if (!bundle.authorization) throw new EditFailure('The bundle contains no IAM export. Take a new snapshot of the account and try again.');
  return { ...bundle, authorization: editedIam(bundle.authorization, edit) };
}

function editedIam(iam: AwsAuthorizationDetails, edit: Exclude<BundleEdit, { kind: 'SET_RESOURCE_POLICY' }>): AwsAuthorizationDetails {
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
