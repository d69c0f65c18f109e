import type { ChangeEdit } from '@cam/contracts/server';
import { ImportFailure } from './import-failure';

/** An edit of a bundle that does what a change at the provider would do. */
export type BundleEdit = ChangeEdit;

/** An edit that cannot be made. The message says why and what to do. */
export class EditFailure extends ImportFailure {}

/** Makes edits one after another. The message of a failure names the edit. */
export function editInOrder<B>(bundle: B, edits: readonly BundleEdit[], edit: (bundle: B, edit: BundleEdit) => B): B {
  return edits.reduce((edited, one, index) => {
    try {
      return edit(edited, one);
    } catch (error) {
      throw error instanceof EditFailure ? new EditFailure(`Edit ${index + 1} (${wordsOf(one)}): ${error.message}`) : error;
    }
  }, bundle);
}

/** Returns the native id by which an edit names the entity that it is about. */
export function targetOf(edit: BundleEdit): string {
  switch (edit.kind) {
    case 'SET_INLINE_POLICY':
    case 'ATTACH_POLICY':
    case 'DETACH_POLICY':
    case 'SET_BOUNDARY':
      return edit.holder;
    case 'CREATE_PRINCIPAL':
    case 'DELETE_PRINCIPAL':
      return edit.principal;
    case 'SET_MANAGED_POLICY':
      return edit.policy;
    case 'ADD_MEMBER':
    case 'REMOVE_MEMBER':
      return edit.group;
    case 'SET_TRUST_POLICY':
      return edit.role;
    case 'SET_RESOURCE_POLICY':
      return edit.resource;
    case 'CREATE_BUCKET':
    case 'DELETE_BUCKET':
      return edit.bucket;
  }
}

/** Returns an edit as a sentence without a full stop. */
export function wordsOf(edit: BundleEdit): string {
  switch (edit.kind) {
    case 'SET_INLINE_POLICY':
      return `${edit.document ? 'Set' : 'Delete'} the inline policy ${edit.name} of ${edit.holder}`;
    case 'SET_MANAGED_POLICY':
      return `${edit.document ? 'Set' : 'Delete'} the managed policy ${edit.policy}`;
    case 'ATTACH_POLICY':
      return `Attach ${edit.policy} to ${edit.holder}`;
    case 'DETACH_POLICY':
      return `Detach ${edit.policy} from ${edit.holder}`;
    case 'CREATE_BUCKET':
      return `Create ${edit.bucket}`;
    case 'DELETE_BUCKET':
      return `Delete ${edit.bucket}`;
    case 'CREATE_PRINCIPAL':
      return `Create ${edit.principal}`;
    case 'DELETE_PRINCIPAL':
      return `Delete ${edit.principal}`;
    case 'SET_BOUNDARY':
      return edit.policy === null
        ? `Remove the permissions boundary of ${edit.holder}`
        : `Set the permissions boundary of ${edit.holder} to ${edit.policy}`;
    case 'ADD_MEMBER':
      return `Add ${edit.member} to ${edit.group}`;
    case 'REMOVE_MEMBER':
      return `Remove ${edit.member} from ${edit.group}`;
    case 'SET_TRUST_POLICY':
      return `Set the trust policy of ${edit.role}`;
    case 'SET_RESOURCE_POLICY':
      return `${edit.document ? 'Set' : 'Delete'} the policy of ${edit.resource}`;
  }
}
