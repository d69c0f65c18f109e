import { sql } from 'kysely';
import type { Tx } from '../../../platform/db/database';
import { readInParts } from '../../../platform/db/read-in-parts';
import type { AccessKind } from '../../engine/catalogue/action-kinds';
import { directMembersOfGroups } from '../../store/use';
import { usageParts, type InventoryScope } from './parts';
import type { LoggedUse, LoggedUses, Serving, UsedResource } from './used-resources';

interface RawUse {
  uri: string | null;
  by: string | null;
  kind: AccessKind | null;
  entity_id: string | null;
  class_id: string | null;
  service: string | null;
  type: string | null;
  account_id: string | null;
  n: number;
}

/** Reads uses by the rules of `with-usage` in the query language. */
export async function readUses(tx: Tx, scope: InventoryScope): Promise<LoggedUses> {
  const query = sql<RawUse>`
    with ${usageParts(scope, 'apart')}
    select u.uri, u.by, u.kind, u.entity_id, u.class_id, u.service, u.type, u.account_id, 0 n from used u where u.class_id is not null
    union all
    select s.uri, s.by, s.kind, null, null, s.service, null, null, 0 from served s
    union all
    select null, null, null, null, r.class_id, r.service, r.type, r.account_id, count(*)::int from serving r
      where r.class_id is not null group by r.class_id, r.service, r.type, r.account_id`;
  const uses: LoggedUse[] = [];
  const serving: Serving[] = [];
  // Each row has its own copies of texts. Millions of uses name some ten thousand identities and resources, so these are kept once.
  const texts = new Map<string, string>();
  const shared = <T extends string>(text: T): T => {
    const known = texts.get(text);
    if (known === undefined) texts.set(text, text);
    return (known as T | undefined) ?? text;
  };
  const resources = new Map<string, UsedResource>();
  const resource = (one: UsedResource): UsedResource => {
    const known = resources.get(one.entity_id);
    if (!known) resources.set(one.entity_id, one);
    return known ?? one;
  };
  for await (const rows of readInParts(tx, query)) {
    for (const { uri, by, kind, entity_id: entity, class_id: id, service, type, account_id: account, n } of rows) {
      const place = id === null || type === null || account === null ? null : { class_id: id, type, account_id: account };
      if (uri === null && place && service !== null) serving.push({ ...place, service, n });
      if (uri === null) continue;
      const use = { uri: shared(uri), by: by && shared(by), kind: kind && shared(kind) };
      if (place && entity !== null) uses.push({ ...use, of: resource({ ...place, entity_id: entity, service }) });
      if (!place && service !== null) uses.push({ ...use, of: shared(service) });
    }
  }
  const groups = await sql<{ uri: string; member: string }>`${directMembersOfGroups({ tenantId: scope.tenantId, snapshotId: null })}`.execute(tx);
  const members = new Map<string, string[]>();
  for (const { uri, member } of groups.rows) {
    const known = members.get(uri);
    if (known) known.push(shared(member));
    else members.set(uri, [shared(member)]);
  }
  return { uses, members, serving };
}
