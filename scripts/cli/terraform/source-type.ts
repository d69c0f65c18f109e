import type { Fact } from './facts';
import type { ResourceReader, Side } from './resource-reader';

/** A resource type outside AWS: what its resources make true, and in which source. */
export interface SourceType {
  /** Names the source as messages do. Edits of one source are tried together. */
  source: (reader: ResourceReader, side: Side) => string;
  read: (reader: ResourceReader, side: Side) => Fact[];
}

/** Returns the fact that a principal holds a role somewhere. */
export function assignmentFact(assigned: Assigned, value = ''): Fact {
  const { principal, role, scope, condition, eligible = false } = assigned;
  const { profile: _profile, priority: _priority, ...held } = assigned;
  return {
    key: `${principal} is ${eligible ? 'eligible for ' : ''}${role} on ${scope} if ${JSON.stringify(condition ?? null)}`,
    value,
    add: { kind: 'ADD_ASSIGNMENT', ...assigned },
    remove: { kind: 'REMOVE_ASSIGNMENT', ...held },
  };
}

export interface Assigned {
  principal: string;
  role: string;
  scope: string;
  condition?: Condition;
  eligible?: true;
  profile?: Record<string, unknown>;
  priority?: number;
}

export interface Condition {
  expression: string;
  title?: string;
  description?: string;
}

/** Returns the custom role that a resource defines. */
export function roleFact(role: string, document: Record<string, unknown>): Fact {
  const edit = { kind: 'SET_ROLE_DEFINITION', role } as const;
  return { key: `role ${role}`, value: JSON.stringify(document), add: { ...edit, document }, remove: { ...edit, document: null } };
}
