import type { Tx } from '../../../platform/db/database';
import { membersStringsOf } from '../../engine/member-strings';
import { projectOfPool } from '../../providers/gcp/compile/boundary-sets';
import { toMember } from '../../providers/gcp/compile/members';
import { readBinding } from '../../providers/gcp/read/documents';
import { readHolders } from '../../store/read-facts-about';
import type { StoredEntity } from '../read-holders';
import type { CoveredFacts } from './covered-facts';
import type { SourceTrees } from './source-trees';

export const BOUNDARIES = 'principal-access-boundaries';

/** Names of everybody who has a basic role on a project, which may be another one than that of the binding. */
const CONVENIENCE = /^project(?:Owner|Editor|Viewer):(.+)$/;

/** Reads the facts of sources of Google Cloud on which the access of some identities depends. */
export class GoogleParts {
  readonly #complete = new WeakSet<CoveredFacts>();

  constructor(
    private readonly tx: Tx,
    private readonly trees: SourceTrees,
  ) {}

  /** Returns the facts of a source about entities, the nodes above them, the boundaries, and the roles that are bound there. */
  async about(sourceUid: string, entities: readonly StoredEntity[]): Promise<CoveredFacts> {
    const names = entities.flatMap((entity) => [entity.nativeId, ...membersStringsOf(entity)]);
    const some = await this.trees.about(sourceUid, [...names, BOUNDARIES]);
    if (some.isWhole || this.#complete.has(some)) return some;
    const { projects } = boundIn(some);
    const withProjects = await this.trees.about(sourceUid, projects);
    if (isAboutPool(names, withProjects)) return this.trees.of(sourceUid);
    const { tenantId } = this.trees.moment;
    const roles = await readHolders(this.tx, { tenantId, sourceUid }, 'gcp_role', boundIn(withProjects).roles);
    const all = await this.trees.about(sourceUid, roles);
    this.#complete.add(all);
    return all;
  }
}

/** Returns the roles that are bound in facts, and the projects whose owners, editors or viewers have some. */
function boundIn({ facts: { policies } }: CoveredFacts): { roles: string[]; projects: string[] } {
  const bindings = policies.flatMap(({ kind, document }) => (kind === 'gcp_binding' ? [readBinding(JSON.parse(document))] : []));
  const projects = bindings.flatMap(({ members }) => members.flatMap((member) => CONVENIENCE.exec(member)?.[1] ?? []));
  return { roles: [...new Set(bindings.map(({ role }) => role))], projects: [...new Set(projects)].map((project) => `projects/${project}`) };
}

/** Returns whether boundaries may bind an identity of a pool. Only all facts tell which project has the number in its name. */
function isAboutPool(names: readonly string[], { facts: { policies } }: CoveredFacts): boolean {
  return policies.some(({ kind }) => kind === 'gcp_boundary') && names.some((name) => projectOfPool(toMember(name)) !== null);
}
