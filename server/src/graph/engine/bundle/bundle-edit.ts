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

/** Returns the native ids by which an edit names the entity that it is about, or what contains it. The graph may lack some of them. */
export function targetsOf(edit: BundleEdit): string[] {
  const target = targetOf(edit);
  if (target.startsWith('//')) return [...new Set([target, googleNode(target)])];
  const project = /^serviceAccount:[^@]+@([^.@]+)\.iam\.gserviceaccount\.com$/.exec(target)?.[1];
  if (project !== undefined) return [target, `projects/${project}`];
  // Attachments name the nodes of an organization by short ids, which other providers may have too.
  if (!target.startsWith('/')) return 'policy' in edit && /^arn:[^:]+:organizations:/.test(edit.policy ?? '') ? [edit.policy ?? ''] : [target];
  const scope = target.toLowerCase();
  const [subscription] = /^\/subscriptions\/[^/]+/.exec(scope) ?? [];
  const role = /\/providers\/microsoft\.authorization\/roledefinitions\/[^/]+$/.exec(scope)?.[0];
  return [role ?? scope, ...(subscription === undefined ? [] : [subscription])];
}

/**
 * Returns the project, folder, organization or service account that a full resource name of Google Cloud is, or lies in.
 * @see https://cloud.google.com/iam/docs/full-resource-names
 */
function googleNode(name: string): string {
  const account = /\/serviceAccounts\/([^/]+@[^/]+)$/.exec(name)?.[1];
  if (account !== undefined) return `serviceAccount:${account.toLowerCase()}`;
  return /\/((?:projects|folders|organizations)\/[^/]+)/.exec(name)?.[1] ?? name;
}

/** Scopes of Azure and Google Cloud say which source an assignment belongs to. Elsewhere the principal does. */
function isPlace(scope: string): boolean {
  return /^\/(?:\/|subscriptions\/|providers\/)/i.test(scope);
}

/** Returns the native id by which an edit names the entity that it is about. */
function targetOf(edit: BundleEdit): string {
  switch (edit.kind) {
    case 'SET_INLINE_POLICY':
    case 'ATTACH_POLICY':
    case 'DETACH_POLICY':
    case 'SET_BOUNDARY':
    case 'RETAIN_POLICIES':
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
    case 'CREATE_RESOURCE':
    case 'DELETE_RESOURCE':
    case 'SET_STATEMENT':
    case 'SET_RUNTIME_ROLE':
      return edit.resource;
    case 'SET_PUBLIC_ACCESS_BLOCK':
      return /^\d{12}$/.test(edit.resource) ? `arn:aws:iam::${edit.resource}:root` : edit.resource;
    case 'SET_KEY_GRANT':
      return edit.key;
    case 'CREATE_BUCKET':
    case 'DELETE_BUCKET':
      return edit.bucket;
    case 'ADD_ASSIGNMENT':
    case 'REMOVE_ASSIGNMENT':
      return isPlace(edit.scope) ? edit.scope : edit.principal;
    case 'SET_BINDING':
      return edit.scope;
    case 'SET_ROLE_DEFINITION':
      return /^(?:projects|organizations)\//.test(edit.role) ? `//iam.googleapis.com/${edit.role}` : edit.role;
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
    case 'CREATE_RESOURCE':
      return `Create ${edit.resource}`;
    case 'DELETE_RESOURCE':
      return `Delete ${edit.resource}`;
    case 'SET_STATEMENT':
      return `${edit.statement ? 'Set' : 'Remove'} the statement ${edit.sid} of the policy of ${edit.resource}`;
    case 'SET_RUNTIME_ROLE':
      return edit.role === null ? `Take its role from ${edit.resource}` : `Let ${edit.resource} act with ${edit.role}`;
    case 'SET_PUBLIC_ACCESS_BLOCK':
      return `${edit.block ? 'Set' : 'Remove'} the public access block of ${edit.resource}`;
    case 'SET_KEY_GRANT':
      return `${edit.document ? 'Set' : 'Retire'} the grant ${edit.grant} of ${edit.key}`;
    case 'RETAIN_POLICIES':
      return `Remove all policies of ${edit.holder} but ${[...(edit.inline ?? []), ...(edit.attached ?? [])].join(', ') || 'none'}`;
    case 'ADD_ASSIGNMENT':
      return `Assign ${roleWords(edit)} on ${edit.scope} to ${edit.principal}`;
    case 'REMOVE_ASSIGNMENT':
      return `Take ${roleWords(edit)} on ${edit.scope} from ${edit.principal}`;
    case 'SET_BINDING':
      return `Bind ${edit.role} on ${edit.scope} to ${edit.members.join(', ') || 'nobody'}`;
    case 'SET_ROLE_DEFINITION':
      return `${edit.document ? 'Set' : 'Delete'} the role ${edit.role}`;
  }
}

function roleWords({ role, eligible }: { role: string; eligible?: boolean }): string {
  return `${eligible === true ? 'the eligible role ' : ''}${role || 'the application'}`;
}
