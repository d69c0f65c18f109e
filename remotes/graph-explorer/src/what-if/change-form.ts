import type { ChangeEdit, ChangeOptions, EditablePolicy } from '@cam/contracts';

/** The kinds of changes that the form offers. */
export type ChangeKind = 'EDIT' | 'ADD' | 'DELETE' | 'ATTACH' | 'DETACH' | 'JOIN' | 'LEAVE' | 'REMOVE';

/** The fields of the form. */
export interface ChangeFields {
  kind: ChangeKind;
  /** Place of the policy in the options, or the native id of what is attached, joined or removed. Empty: not chosen yet. */
  target: string;
  /** Name of a new inline policy. */
  name: string;
  /** JSON text. */
  document: string;
}

/** A change that can be tried, or the next step towards one. `isFault`: something that the user entered is wrong. */
export type ChangeOfForm = { edit: ChangeEdit } | { problem: string; isFault?: true };

const NEW_POLICY = JSON.stringify({ Version: '2012-10-17', Statement: [{ Effect: 'Allow', Action: 's3:GetObject', Resource: '*' }] }, null, 2);

const OF_AWS: readonly string[] = ['USER', 'GROUP', 'ROLE', 'POLICY', 'OBJECT_STORE'];
const OF_DIRECTORIES: readonly string[] = ['USER', 'GROUP', 'FEDERATED_USER', 'FEDERATED_GROUP'];

/** The types of entities whose changes the server can try, by cloud. */
const CHANGEABLE: Readonly<Record<string, readonly string[]>> = { AWS: OF_AWS, IDP_OKTA: OF_DIRECTORIES, IDP_AZURE_AD: OF_DIRECTORIES };

/** Reports whether a change of such an entity can be tried. */
export function mayTryChange(cloudType: string, type: string): boolean {
  return CHANGEABLE[cloudType]?.includes(type) ?? false;
}

/** Returns the kinds of changes that an entity allows, with their words. */
export function kindsOf(options: ChangeOptions): { value: ChangeKind; label: string }[] {
  const { policies, attached, attachable, groups, joinable, members, type } = options;
  const kinds: [ChangeKind, string, boolean][] = [
    ['EDIT', 'Edit a policy', policies.length > 0],
    [
      'ADD',
      type === 'OBJECT_STORE' ? 'Set a bucket policy' : 'Add an inline policy',
      isPrincipal(options) || (type === 'OBJECT_STORE' && policies.length === 0),
    ],
    ['ATTACH', 'Attach a managed policy', attachable.length > 0],
    ['DETACH', 'Detach a managed policy', attached.length > 0],
    ['DELETE', 'Delete a policy', policies.some(({ may_delete: may }) => may)],
    ['JOIN', 'Add to a group', joinable.length > 0],
    ['LEAVE', 'Remove from a group', groups.length > 0],
    ['REMOVE', 'Remove a member', members.length > 0],
  ];
  return kinds.flatMap(([value, label, isPossible]) => (isPossible ? [{ value, label }] : []));
}

function isPrincipal({ uri, type }: ChangeOptions): boolean {
  return uri.split(':')[1] === 'AWS' && ['USER', 'GROUP', 'ROLE'].includes(type);
}

/** Returns what can be chosen for a kind of change, with the label of the field. Null: nothing. */
export function choicesOf(options: ChangeOptions, kind: ChangeKind): { label: string; choices: { value: string; label: string }[] } | null {
  const named = (label: string, list: ChangeOptions['attached']) => ({ label, choices: list.map(({ id, name }) => ({ value: id, label: name })) });
  const policies = options.policies.map(({ name, place, may_delete: may }, index) => ({ value: String(index), label: `${name} (${place})`, may }));
  switch (kind) {
    case 'EDIT':
      return { label: 'Policy', choices: policies };
    case 'DELETE':
      return { label: 'Policy', choices: policies.filter(({ may }) => may) };
    case 'ATTACH':
      return named('Managed policy', options.attachable);
    case 'DETACH':
      return named('Managed policy', options.attached);
    case 'JOIN':
      return named('Group', options.joinable);
    case 'LEAVE':
      return named('Group', options.groups);
    case 'REMOVE':
      return named('Member', options.members);
    case 'ADD':
      return null;
  }
}

/** Returns the fields of a kind of change, with the only choice where there is one. */
export function fieldsOf(options: ChangeOptions, kind: ChangeKind): ChangeFields {
  const choices = choicesOf(options, kind)?.choices ?? [];
  const target = kind === 'EDIT' || choices.length === 1 ? (choices[0]?.value ?? '') : '';
  return { kind, target, name: kind === 'ADD' ? 'what-if' : '', document: documentOf(options, kind, target) };
}

/** Returns the text that the editor starts with. */
export function documentOf(options: ChangeOptions, kind: ChangeKind, target: string): string {
  if (kind === 'EDIT') return options.policies[Number(target)]?.document ?? '';
  if (kind !== 'ADD') return '';
  return options.type === 'OBJECT_STORE' ? newBucketPolicy(options.native_id) : NEW_POLICY;
}

function newBucketPolicy(arn: string): string {
  const statement = { Effect: 'Allow', Principal: { AWS: '*' }, Action: 's3:GetObject', Resource: `${arn}/*` };
  return JSON.stringify({ Version: '2012-10-17', Statement: [statement] }, null, 2);
}

/** Returns the edit that the fields describe, or what is missing. */
export function editOf(options: ChangeOptions, { kind, target, name, document }: ChangeFields): ChangeOfForm {
  const own = options.native_id;
  const choice = choicesOf(options, kind);
  if (choice && target === '') return { problem: `Choose a ${choice.label.toLowerCase()}.` };
  switch (kind) {
    case 'EDIT':
    case 'ADD': {
      const parsed = parsedOf(document);
      if (typeof parsed === 'string') return { problem: parsed, isFault: true };
      if (kind === 'EDIT') return setPolicy(options.policies[Number(target)], parsed, document);
      if (options.type === 'OBJECT_STORE') return { edit: { kind: 'SET_RESOURCE_POLICY', resource: own, document: parsed } };
      return name.trim() === ''
        ? { problem: 'Name the policy.' }
        : { edit: { kind: 'SET_INLINE_POLICY', holder: own, name: name.trim(), document: parsed } };
    }
    case 'DELETE':
      return setPolicy(options.policies[Number(target)], null);
    case 'ATTACH':
      return { edit: { kind: 'ATTACH_POLICY', holder: own, policy: target } };
    case 'DETACH':
      return { edit: { kind: 'DETACH_POLICY', holder: own, policy: target } };
    case 'JOIN':
      return { edit: { kind: 'ADD_MEMBER', group: target, member: own } };
    case 'LEAVE':
      return { edit: { kind: 'REMOVE_MEMBER', group: target, member: own } };
    case 'REMOVE':
      return { edit: { kind: 'REMOVE_MEMBER', group: own, member: target } };
  }
}

function setPolicy(policy: EditablePolicy | undefined, document: Record<string, unknown> | null, text?: string): ChangeOfForm {
  if (!policy) return { problem: 'Choose a policy.' };
  if (text !== undefined && text === policy.document) return { problem: 'Change the document first.' };
  const { kind, target, name } = policy.edit;
  switch (kind) {
    case 'SET_INLINE_POLICY':
      return { edit: { kind, holder: target, name, document } };
    case 'SET_MANAGED_POLICY':
      return { edit: { kind, policy: target, document } };
    case 'SET_RESOURCE_POLICY':
      return { edit: { kind, resource: target, document } };
    case 'SET_TRUST_POLICY':
      return document ? { edit: { kind, role: target, document } } : { problem: 'A role always has a trust policy.' };
  }
}

/** Returns the document, or why the text is none. */
function parsedOf(text: string): Record<string, unknown> | string {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : 'The document is not a JSON object.';
  } catch (error) {
    return `The document is not valid JSON: ${(error as Error).message}`;
  }
}
