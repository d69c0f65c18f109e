import type { FactEntity, ProvedFact } from '../context';
import { NotCheckable } from '../faults';

/** Returns the one entity of a fact. @throws NotCheckable if there is none or several */
export function soleEntity(place: string, { key, body }: ProvedFact): FactEntity {
  const [entity, ...others] = body.entities;
  if (!entity || others.length > 0) throw new NotCheckable(place, `"${key}" is not exactly one entity of its source.`);
  return entity;
}
