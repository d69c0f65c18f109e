import type { Tx } from '../../../platform/db/database';
import type { OrganizationLevel } from '../../engine/evaluation';
import { accountOfNode, organizationOf } from '../../engine/organization';
import { awsAccount } from '../../providers/aws/evaluate/account';
import { organizationLimits, type OrganizationLimits } from '../../providers/aws/evaluate/organization-limits';
import type { AwsAccount } from '../../providers/aws/account-model';
import { readOrganizations } from '../../store/read-facts';
import type { Place, ProofDraft } from './proof-draft';
import type { CoveredFacts } from './covered-facts';
import type { SourceTrees } from './source-trees';

/** The organizations of a tenant. */
type Organizations = Awaited<ReturnType<typeof readOrganizations>>;

/** Tells what the engine evaluates of accounts, and adds the steps for it to a draft. */
export class AccountViews {
  readonly #accounts = new WeakMap<CoveredFacts, AwsAccount>();
  readonly #levelsOf = new Map<string, OrganizationLevel[] | null>();

  private constructor(
    private readonly trees: SourceTrees,
    private readonly organizations: Organizations,
  ) {}

  static async open(tx: Tx, trees: SourceTrees): Promise<AccountViews> {
    return new AccountViews(trees, await readOrganizations(tx, trees.moment, []));
  }

  /** Returns the account of a source in the form for evaluation, with what the facts tell of it. */
  account(covered: CoveredFacts): AwsAccount {
    const account = this.#accounts.get(covered) ?? awsAccount(covered.facts);
    this.#accounts.set(covered, account);
    return account;
  }

  limits(accountId: string): OrganizationLimits {
    return organizationLimits(this.#levels(accountId), accountId);
  }

  #levels(accountId: string): OrganizationLevel[] | null {
    const known = this.#levelsOf.get(accountId);
    if (known !== undefined) return known;
    const levels = organizationOf(accountId, this.organizations.contains, this.organizations.policies);
    this.#levelsOf.set(accountId, levels);
    return levels;
  }

  /** Adds the step for the organization above an account. */
  async organizationStep(draft: ProofDraft, accountId: string): Promise<string> {
    const levels = this.#levels(accountId);
    const ids = levels ? levels.map(({ node }) => node.nativeId).reverse() : [];
    const first = this.organizations.contains.find(({ child }) => accountOfNode(child.nativeId) === accountId);
    const tree = first ? await this.trees.about(first.sourceUid, ids) : null;
    const facts = tree ? ids.map((nativeId) => draft.fact({ tree, nativeId }, ['scp', 'rcp'])) : [];
    return draft.step('organization', facts, { account: accountId });
  }

  /** Adds the step for a user or a role. */
  principalStep(draft: ProofDraft, { tree, nativeId }: Place): string {
    const groups = tree.facts.relations.filter(({ kind, child }) => kind === 'member_of' && child.nativeId === nativeId);
    // The fact lists the groups in this order.
    const ids = [...new Set(groups.map(({ parent }) => parent.nativeId))].sort((a, b) => (a < b ? -1 : 1));
    return draft.step('principal', [
      draft.fact({ tree, nativeId }, ['identity', 'boundary']),
      ...ids.map((id) => draft.fact({ tree, nativeId: id }, ['identity'])),
    ]);
  }

  resourceStep(draft: ProofDraft, place: Place): string {
    return draft.step('resource', [draft.fact(place, ['resource', 'trust'])]);
  }
}
