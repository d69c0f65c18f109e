import { RESOURCE_TYPE_ALL, type Api, type PublicObject } from '@cam/contracts/server';
import type { Tx } from '../../../platform/db/database';
import { actionsOfModes } from '../../engine/action-letters';
import { unprocessable } from '../../../platform/http/errors';
import type { AccountNames, InventoryRequest } from './answers';
import type { Sections } from './facts';
import type { Overview } from './overview';
import { publicTotals } from './public-totals';
import { SHADOW_QUERIES } from './queries';
import { readShadowLists } from './shadow-lists';
import { readFacts } from './store';
import { tagsOf } from './values';

type ShadowType = NonNullable<Api['GET /v1/graph-querymgr/shadow-access']['query']['type']>;

/** The calls into the tenants area. */
export interface ShadowNames {
  shadowAccounts(tx: Tx, tenantId: string): Promise<Record<string, string>>;
  /** Returns the previous name. */
  nameShadowAccount(tenantId: string, accountId: string, name: string): Promise<string>;
}

/** External access: from the internet, from unconnected accounts and from networks. */
export class OutsideAccess {
  constructor(
    private readonly overview: Overview,
    private readonly names: ShadowNames,
  ) {}

  publicObjects(request: InventoryRequest, type: string | undefined): Promise<Api['GET /v1/graph-querymgr/public-objects']['answer']> {
    return this.overview.read(request, async (tx, names, counted) => {
      const facts = await readFacts(tx, request.tenantId, 'public', request);
      return {
        ...counted,
        public_objects_info: publicTotals(facts),
        entity_info: facts
          .filter((fact) => type === undefined || type === RESOURCE_TYPE_ALL || fact.type === type)
          .map((fact) => toPublicObject(fact, names)),
      };
    });
  }

  /** @param type fills the rows of one tab only */
  shadowAccess(request: InventoryRequest, type?: ShadowType): Promise<Api['GET /v1/graph-querymgr/shadow-access']['answer']> {
    return this.overview.read(request, async (tx, names, counted) => {
      const named = await this.names.shadowAccounts(tx, request.tenantId);
      const { unknown, known, networks } = await readShadowLists(tx, request, names, named);
      const isWanted = (of: ShadowType): boolean => type === undefined || type === of;
      return {
        ...counted,
        unknown_account: isWanted('SHADOW_UNKNOWN_ACCOUNT') ? unknown : [],
        known_account: isWanted('SHADOW_KNOWN_ACCOUNT') ? known : [],
        shadow_network: isWanted('SHADOW_KNOWN_NETWORK') ? networks : [],
        totals: { SHADOW_UNKNOWN_ACCOUNT: unknown.length, SHADOW_KNOWN_ACCOUNT: known.length, SHADOW_KNOWN_NETWORK: networks.length },
        queries: SHADOW_QUERIES,
      };
    });
  }

  /**
   * Renames an account and returns its old and new names.
   * @throws 422 when the account has no access, because only visible accounts can have a name
   */
  async nameAccount(tenantId: string, accountId: string, name: string): Promise<{ before: string; after: string }> {
    const request = { tenantId, accountId: null };
    const isSeen = await this.overview.read(request, async (tx) =>
      (await readFacts(tx, tenantId, 'shadow_account')).some(({ shadow_account_id: id, connected }) => id === accountId && !connected),
    );
    if (!isSeen) throw unprocessable('SHADOW_ACCOUNT_UNKNOWN', 'No unconnected account with this id has access to your resources. Reload the page.');
    return { before: await this.names.nameShadowAccount(tenantId, accountId, name.trim()), after: name.trim() };
  }
}

function toPublicObject(
  { attributes, modes, actions, policies, counts, account_id: id, uri, name, type, region }: Sections['public'],
  names: AccountNames,
): PublicObject {
  const letters = actionsOfModes([modes.read, modes.write, modes.admin]);
  const isObjects = actions.names.some((action) => /object|blobs/i.test(action));
  const isBucket = actions.names.some((action) => !/object(?!s?stor)|blobs/i.test(action));
  return {
    uri,
    name,
    type,
    region,
    ...names.of(id),
    tag_info: tagsOf(attributes),
    via_policy: policies,
    objects: type === 'OBJECT_STORE' ? [...(isBucket ? ['BUCKET'] : []), ...(isObjects ? ['OBJECT'] : [])].join(', ') : '',
    // Without access of the public, only the network is open, and no log or policy says what it can do there.
    actions: letters.actions_str,
    conditional_actions: letters.conditional_actions_str,
    read_action_count: counts.READ,
    write_action_count: counts.WRITE,
    admin_action_count: counts.ADMIN,
  };
}
