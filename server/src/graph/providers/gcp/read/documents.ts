import { readCondition, type Condition } from '../compile/condition';
import { toMember } from '../compile/members';

/** A binding of a role to members, stored as one document each. */
export interface GcpBinding {
  role: string;
  members: string[];
  condition: Condition | null;
}

export interface DenyRule {
  denied: string[];
  excepted: string[];
  permissions: string[];
  exceptedPermissions: string[];
  condition: Condition | null;
}

type Fields = Record<string, unknown>;

export function readBinding(value: unknown): GcpBinding {
  const { role, members, condition } = (value ?? {}) as Fields;
  return { role: typeof role === 'string' ? role : '', members: texts(members).map(toMember), condition: readCondition(condition) };
}

/** Reads the rules of a deny policy, which the API nests in `denyRule`. */
export function readDenyRules(value: unknown): DenyRule[] {
  const { rules } = (value ?? {}) as Fields;
  return (Array.isArray(rules) ? rules : []).flatMap((entry) => {
    if (typeof entry !== 'object' || entry === null) return [];
    const { denyRule } = entry as Fields;
    const rule = (typeof denyRule === 'object' && denyRule !== null ? denyRule : entry) as Fields;
    return [
      {
        denied: texts(rule.deniedPrincipals).map(toMember),
        excepted: texts(rule.exceptionPrincipals).map(toMember),
        permissions: texts(rule.deniedPermissions),
        exceptedPermissions: texts(rule.exceptionPermissions),
        condition: readCondition(rule.denialCondition),
      },
    ];
  });
}

export function readRolePermissions(value: unknown): string[] {
  return texts(((value ?? {}) as Fields).includedPermissions);
}

function texts(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((entry): entry is string => typeof entry === 'string') : [];
}
