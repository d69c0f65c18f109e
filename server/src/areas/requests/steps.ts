import type { AccessUnit, AccessUnitPart } from '@cam/contracts/server';

/** Returns the steps of the change by which a unit gives the access: one for each unit of a set. */
export function stepsOf<U extends Pick<AccessUnit, 'parts'> & Partial<AccessUnitPart>>(unit: U): readonly (U | AccessUnitPart)[] {
  return unit.parts.length > 0 ? unit.parts : [unit];
}
