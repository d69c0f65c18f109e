import type { GroupElement } from './areas/alert-triage';

/** Names of the elements that the alerts of a group share; empty: they share none. */
const ELEMENT_NAMES: Readonly<Record<GroupElement, string>> = {
  STATEMENT: 'Policy statement',
  ASSIGNMENT: 'Assignment',
  POLICY: 'Policy',
  TRUST: 'Assumed identity',
  MEMBERSHIP: 'Membership',
  IDENTITY: 'Identity',
  RESOURCE: 'Resource',
  ACCOUNT: 'Account',
  GUARDRAIL: 'Guardrail',
  NONE: '',
};

/** Explains what the alerts of a group by cause have in common, and what ends them. */
export const GROUP_EFFECTS: Readonly<Partial<Record<GroupElement, string>>> = {
  STATEMENT: 'Every access path of these alerts uses this statement. Removing it ends their findings.',
  ASSIGNMENT: 'The shortest access paths of these alerts use this assignment. Check for longer paths before you remove it.',
  POLICY: 'Every access path of these alerts uses this policy. Detaching it ends their findings.',
  TRUST:
    'The shortest access paths of these alerts lead through this identity. Check for longer paths before you remove the permission to become it.',
  MEMBERSHIP: 'The shortest access paths of these alerts use this membership. Check for longer paths before you remove it.',
};

/** Returns the element of a group with its place: `Policy statement · Production`. */
export function groupPlace({ element, detail }: { element: GroupElement; detail: string }): string {
  return [ELEMENT_NAMES[element], detail].filter((text) => text !== '').join(' · ');
}
