import type { Json } from '../canonical';
import { memberOf } from './members';

/** A role that a policy gives to members. */
export interface Binding {
  policy: string;
  role: string;
  members: string[];
  /** The text of the condition; null: there is none. */
  condition: string | null;
}

/** A rule of a deny policy. */
export interface DenyRule {
  policy: string;
  /** The place of the rule in its policy, from 0. */
  rule: number;
  denied: string[];
  excepted: string[];
  permissions: string[];
  exceptedPermissions: string[];
  condition: string | null;
}

/** A principal access boundary policy that is bound to a set of principals. */
export interface Boundary {
  policy: string;
  principalSet: string;
  /** The nodes whose resources the principals may reach. */
  eligible: string[];
}

type Members = Readonly<Record<string, Json>>;

/** Services with another name in permissions than in deny policies. */
const SERVICES: Readonly<Record<string, string>> = {
  cloudresourcemanager: 'resourcemanager',
  sqladmin: 'cloudsql',
  bigtableadmin: 'bigtable',
  cloudbilling: 'billing',
};

/** Returns a permission as roles name it: `storage.buckets.get` for `storage.googleapis.com/buckets.get`. */
export function permissionOf(written: string): string {
  const [, service, rest] = /^([^/]+)\.googleapis\.com\/(.+)$/.exec(written.trim()) ?? [];
  if (service === undefined || rest === undefined) return written.trim();
  return `${Object.hasOwn(SERVICES, service) ? SERVICES[service] : service}.${rest}`;
}

/** Reports whether one of the permissions of a deny rule covers a permission. `*` is any run of characters. */
export function covers(patterns: readonly string[], permission: string): boolean {
  return patterns.some((pattern) => {
    const [first = '', ...others] = pattern.split('*');
    const last = others.pop();
    if (last === undefined) return pattern === permission;
    if (!permission.startsWith(first)) return false;
    let at = first.length;
    for (const part of others) {
      const found = permission.indexOf(part, at);
      if (found < 0) return false;
      at = found + part.length;
    }
    return permission.length - last.length >= at && permission.endsWith(last);
  });
}

export function readBinding(policy: string, { role, members, condition }: Members): Binding {
  return { policy, role: textOf(role), members: textsOf(members).map(memberOf), condition: conditionOf(condition) };
}

export function readDenyRules(policy: string, { rules }: Members): DenyRule[] {
  const listed = Array.isArray(rules) ? rules.filter(isObject) : [];
  return listed.map((entry, rule) => {
    const { denyRule } = entry;
    const own = isObject(denyRule) ? denyRule : entry;
    return {
      policy,
      rule,
      denied: textsOf(own.deniedPrincipals).map(memberOf),
      excepted: textsOf(own.exceptionPrincipals).map(memberOf),
      permissions: textsOf(own.deniedPermissions).map(permissionOf),
      exceptedPermissions: textsOf(own.exceptionPermissions).map(permissionOf),
      condition: conditionOf(own.denialCondition),
    };
  });
}

/** Returns the permissions of a role; null if the role is disabled, or lists none. */
export function readRole({ includedPermissions: permissions, stage }: Members): ReadonlySet<string> | null {
  return Array.isArray(permissions) && stage !== 'DISABLED' ? new Set(textsOf(permissions).map(permissionOf)) : null;
}

export function readBoundary(policy: string, { principalSet, eligible }: Members): Boundary {
  return { policy, principalSet: textOf(principalSet), eligible: textsOf(eligible) };
}

function conditionOf(value: Json | undefined): string | null {
  const text = (isObject(value) ? textOf(value.expression) : textOf(value)).trim();
  return text === '' ? null : text;
}

function textOf(value: Json | undefined): string {
  return typeof value === 'string' ? value : '';
}

function textsOf(value: Json | undefined): string[] {
  return Array.isArray(value) ? value.filter((entry): entry is string => typeof entry === 'string') : [];
}

function isObject(value: Json | undefined): value is Record<string, Json> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
