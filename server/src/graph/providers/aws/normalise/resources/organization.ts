import type { Entity } from '../../../../engine/model';
import type { AccountDraft } from '../account-draft';
import { isoDate } from '../facts';
import type { Origin } from '../../read/common-shapes';
import type { AwsInventory } from '../../read/inventory';
import { definedFields } from './add-resource';
import type { AwsOrganizationAccount, AwsOrganizationalUnit } from '../../read/organization-shapes';

/** The nodes of an organization by their short ids: `o-`, `r-`, `ou-`, or an account number. */
export type OrganizationNodes = ReadonlyMap<string, Entity>;

/** Adds the root, units and accounts of an organization and their hierarchy. Only the management account sees them. */
export function addOrganization(draft: AccountDraft, inventory: AwsInventory): OrganizationNodes {
  return new Organization(draft, inventory).nodes;
}

class Organization {
  readonly nodes = new Map<string, Entity>();
  readonly #parents = new Map<string, string>();
  readonly #origins = new Map<string, Origin>();

  constructor(
    private readonly draft: AccountDraft,
    inventory: AwsInventory,
  ) {
    for (const { fields, origin } of inventory.of('organizations/describe-organization')) this.#addNode(fields, origin, 'organization');
    const [organization] = this.nodes.keys();
    for (const { fields, origin } of inventory.of('organizations/list-roots')) {
      this.#addNode(fields, origin, 'root');
      this.#lies(fields.Id, organization);
    }
    for (const { fields, origin, subject } of inventory.of('organizations/list-organizational-units-for-parent')) {
      this.#addNode(fields, origin, 'organizational unit');
      this.#lies(fields.Id, parentOfPath(fields.Path, fields.Id) ?? subject);
    }
    for (const { fields, origin } of inventory.of('organizations/list-accounts')) {
      this.#addAccount(fields, origin);
      this.#lies(fields.Id, parentOfPath(fields.Paths?.[0], fields.Id));
    }
    for (const { fields, origin, subject } of inventory.of('organizations/list-accounts-for-parent')) {
      this.#addAccount(fields, origin);
      this.#lies(fields.Id, subject);
    }
    for (const { fields, subject } of inventory.of('organizations/list-parents')) this.#lies(subject, fields.Id);
    this.#relate();
  }

  #addAccount(account: AwsOrganizationAccount, origin: Origin): void {
    const { Email: email, Status: status, State: state = status, JoinedTimestamp: joined } = account;
    this.#addNode(account, origin, 'account', { ...definedFields({ email, status: state?.toLowerCase() }), ...isoDate('joined', joined) });
  }

  #addNode(node: AwsOrganizationalUnit, origin: Origin, scopekind: string, attributes: Record<string, unknown> = {}): void {
    const { Id: id, Arn: arn, Name: name } = node;
    if (!id || !arn) return this.draft.warn(origin, '', `An entry of the organization (${scopekind}) without Id or Arn was left out.`);
    if (this.nodes.has(id)) return;
    const orgid = /:organizations::\d{12}:[a-z]+\/(o-[a-z0-9]+)/.exec(arn)?.[1];
    const entity = this.draft.add({
      type: 'SCOPE',
      id,
      nativeId: arn,
      name: name || id,
      isIdentity: false,
      isResource: true,
      attributes: { scopekind, ...definedFields({ orgid }), ...attributes },
    });
    if (!entity) return;
    this.nodes.set(id, entity);
    this.#origins.set(id, origin);
  }

  #lies(child: string | undefined, parent: string | null | undefined): void {
    if (child && parent && !this.#parents.has(child)) this.#parents.set(child, parent);
  }

  #relate(): void {
    const root = [...this.nodes].find(([id]) => id.startsWith('r-'));
    const lost: string[] = [];
    for (const [id, node] of this.nodes) {
      const parent = this.nodes.get(this.#parents.get(id) ?? '');
      // Policies of the root apply to all nodes below it.
      const isTop = /^[or]-/.test(id);
      if (!parent && !isTop) lost.push(id);
      const above = parent ?? (isTop ? undefined : root?.[1]);
      if (above) this.draft.relate(node, above, 'contains');
    }
    const [first] = lost;
    if (first === undefined || root === undefined) return;
    const what =
      lost.length === 1
        ? `${first} is unknown, so organizational unit policies do not apply to it`
        : `${first} and ${lost.length - 1} more is unknown, so organizational unit policies do not apply to them`;
    const origin = this.#origins.get(first) ?? { file: 'organizations/list-accounts', place: '' };
    this.draft.warn(
      origin,
      '',
      `The organizational unit of ${what}. Add organizations/list-accounts-for-parent/PARENT.json for each root and organizational unit.`,
    );
  }
}

/** Returns the parent in a path: ou-1 for `o-1/r-1/ou-1/`, also where the path continues to the node itself. */
function parentOfPath(path: string | undefined, own: string | undefined): string | null {
  return (path ?? '').split('/').findLast((part) => part !== '' && part !== own) ?? null;
}
