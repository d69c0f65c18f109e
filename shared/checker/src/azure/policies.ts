import type { Json } from '../canonical';

/** Patterns of actions of both planes. */
export interface ActionBlock {
  actions: string[];
  notActions: string[];
  dataActions: string[];
  notDataActions: string[];
  hasCondition: boolean;
}

/** A role that is given to a principal at a scope. */
export interface RoleAssignment {
  policy: string;
  scope: string;
  /** Object id in lower case. */
  principal: string;
  /** The last part of the role's id in lower case: a role has an id in each subscription. */
  role: string;
  hasCondition: boolean;
  /** The principal holds the role only after it activates it. */
  isEligible: boolean;
}

export interface DenyAssignment {
  policy: string;
  scope: string;
  principals: string[];
  excluded: string[];
  blocks: ActionBlock[];
  /** It does not apply below its scope. */
  onlyThere: boolean;
  hasCondition: boolean;
}

type Members = Readonly<Record<string, Json>>;

/** Returns a scope in its one spelling: lower case, without a slash at its end. */
export function scopeOf(text: string): string {
  const scope = text.trim().toLowerCase().replace(/\/+$/, '');
  return scope === '' ? '/' : scope;
}

export function roleKey(id: string): string {
  return id.toLowerCase().split('/').at(-1) ?? '';
}

export function readAssignment(policy: string, document: Members): RoleAssignment {
  const own = flat(document);
  return {
    policy,
    scope: scopeOf(textOf(own.scope)),
    principal: textOf(own.principalId).toLowerCase(),
    role: roleKey(textOf(own.roleDefinitionId)),
    hasCondition: textOf(own.condition) !== '',
    isEligible: Object.hasOwn(own, 'roleEligibilityScheduleId'),
  };
}

export function readDeny(policy: string, document: Members): DenyAssignment {
  const own = flat(document);
  return {
    policy,
    scope: scopeOf(textOf(own.scope)),
    principals: idsOf(own.principals),
    excluded: idsOf(own.excludePrincipals),
    blocks: readBlocks(own.permissions),
    onlyThere: own.doNotApplyToChildScopes === true || own.doesNotApplyToChildScopes === true,
    hasCondition: textOf(own.condition) !== '',
  };
}

export function readRoleBlocks(document: Members): ActionBlock[] {
  return readBlocks(flat(document).permissions);
}

/** Reports whether a block gives or denies an action: one of its patterns matches, and none of those that it leaves out. `*` is any run of characters. */
export function blockHas(block: ActionBlock, action: string, isData: boolean): boolean {
  const [wanted, unwanted] = isData ? [block.dataActions, block.notDataActions] : [block.actions, block.notActions];
  return wanted.some((pattern) => matches(pattern, action)) && !unwanted.some((pattern) => matches(pattern, action));
}

function matches(pattern: string, action: string): boolean {
  const parts = pattern.toLowerCase().split('*');
  const [text, first = '', last = ''] = [action.toLowerCase(), parts[0], parts.at(-1)];
  if (parts.length === 1) return first === text;
  let at = first.length;
  if (!text.startsWith(first)) return false;
  for (const part of parts.slice(1, -1)) {
    const found = text.indexOf(part, at);
    if (found < 0) return false;
    at = found + part.length;
  }
  return text.length - last.length >= at && text.endsWith(last);
}

/** Returns the members of a document with those of its member `properties`, which win. */
function flat(document: Members): Members {
  return isObject(document.properties) ? { ...document, ...document.properties } : document;
}

function readBlocks(value: Json | undefined): ActionBlock[] {
  return listOf(value).flatMap((entry) => {
    if (!isObject(entry)) return [];
    const { actions, notActions, dataActions, notDataActions, condition } = entry;
    return [
      {
        actions: textsOf(actions),
        notActions: textsOf(notActions),
        dataActions: textsOf(dataActions),
        notDataActions: textsOf(notDataActions),
        hasCondition: textOf(condition).trim() !== '',
      },
    ];
  });
}

function idsOf(value: Json | undefined): string[] {
  return listOf(value).flatMap((entry) => (isObject(entry) && typeof entry.id === 'string' ? [entry.id.toLowerCase()] : []));
}

function textOf(value: Json | undefined): string {
  return typeof value === 'string' ? value : '';
}

function listOf(value: Json | undefined): readonly Json[] {
  return Array.isArray(value) ? (value as Json[]) : [];
}

function textsOf(value: Json | undefined): string[] {
  return listOf(value).filter((entry): entry is string => typeof entry === 'string');
}

function isObject(value: Json | undefined): value is Record<string, Json> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
