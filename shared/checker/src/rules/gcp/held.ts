import type { ProvedFact, ReplayContext } from '../../context';
import { Invalid } from '../../faults';
import { readBoundary, readRole, type Boundary } from '../../gcp/policies';
import type { ProofSource } from '../../format';

/** The key of the fact that lists all principal access boundaries of a source of Google Cloud. */
const BOUNDARIES = 'principal-access-boundaries';

/** The roles and boundaries of a source. */
export interface GooglePolicies {
  source: ProofSource;
  /** Permissions by the name of the role; null for a role that is disabled. */
  roles: ReadonlyMap<string, ReadonlySet<string> | null>;
  boundaries: Boundary[];
}

/** Reads roles and boundaries from facts of one source. @throws Invalid if the fact of the boundaries is not among them */
export function policiesOf(context: ReplayContext, place: string, facts: readonly ProvedFact[]): GooglePolicies {
  const listing = facts.find(({ key }) => key === BOUNDARIES);
  if (listing?.source.cloud !== 'GCP') throw new Invalid(place, `The step does not name the fact "${BOUNDARIES}".`);
  const own = facts.filter(({ source }) => source === listing.source);
  const roles = new Map(
    own.flatMap(({ body }) =>
      body.held.filter(({ kind }) => kind === 'gcp_role').map((held) => [held.id, readRole(context.document(place, held))] as const),
    ),
  );
  return { source: listing.source, roles, boundaries: listing.body.held.map((held) => readBoundary(held.id, context.document(place, held))) };
}
