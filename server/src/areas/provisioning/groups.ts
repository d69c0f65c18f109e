import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { Context } from '../../platform/context';
import type { Tx } from '../../platform/db/database';
import type { ProvisionedUsers } from '../identity-platform';
import { GROUP_COLUMNS } from './conditions';
import { isObject, listOf, pathOf, readOperations, valueOf, type PatchOperation } from './patch';
import { renewRightsIn } from './rights';
import { invalid, missing, ScimError } from './scim-error';
import { listResponse, lockTenantIn, pageIn, type ScimPage } from './scim-store';
import { metaOf } from './user-resource';
import { checkVersion } from './users';

type Resource = Record<string, unknown>;

/** A change, for the audit log. */
export interface GroupChange {
  before: { name: string } | null;
  after: { name: string; added?: number; removed?: number } | null;
  resource: Resource;
}

interface StoredGroup {
  group_id: string;
  display_name: string;
  external_id: string | null;
  version: number;
  created_at: Date;
  changed_at: Date;
}

/** A change of a group: new names, and its members before and after. */
interface GroupInput {
  displayName: string;
  externalId: string | null;
  members: Set<string>;
}

export const GROUP_SCHEMA = 'urn:ietf:params:scim:schemas:core:2.0:Group';
const MOST_MEMBERS = 50_000;

/** The groups that the providers of tenants manage. Their names give rights by the rules of the tenant. */
export class ScimGroups {
  /** @param base base address of SCIM */
  constructor(
    private readonly ctx: Context,
    private readonly users: ProvisionedUsers,
    private readonly base: string,
  ) {}

  /** @param withMembers false leaves the members out, which providers ask for because groups may be large */
  async list(
    tenantId: string,
    { filter, page, withMembers }: { filter: string | undefined; page: ScimPage; withMembers: boolean },
  ): Promise<Resource> {
    return this.ctx.db.tenant(tenantId, async (tx) => {
      const list = { table: 'scim_group', id: 'group_id', columns: GROUP_COLUMNS } as const;
      const { total, rows } = await pageIn<StoredGroup>(tx, tenantId, list, { filter, page });
      const resources = [];
      for (const row of rows) resources.push(await this.#resource(tx, tenantId, row, withMembers));
      return listResponse(resources, total, page);
    });
  }

  async read(tenantId: string, groupId: string, withMembers: boolean): Promise<Resource> {
    return this.ctx.db.tenant(tenantId, async (tx) => this.#resource(tx, tenantId, await find(tx, tenantId, groupId), withMembers));
  }

  async create(tenantId: string, body: unknown): Promise<GroupChange> {
    const input = readGroup(body);
    const row = { tenant_id: tenantId, group_id: randomUUID(), display_name: input.displayName, external_id: input.externalId };
    return this.#write(tenantId, async (tx) => {
      const { numInsertedOrUpdatedRows: inserted } = await tx
        .insertInto('scim_group')
        .values(row)
        .onConflict((conflict) => conflict.doNothing())
        .executeTakeFirstOrThrow();
      if (inserted !== 1n) throw taken(input.displayName);
      await addMembers(tx, tenantId, row.group_id, [...input.members]);
      await renewRightsIn(tx, this.users, tenantId, [...input.members]);
      const resource = await this.#resource(tx, tenantId, await find(tx, tenantId, row.group_id), true);
      return { before: null, after: { name: input.displayName, added: input.members.size }, resource };
    });
  }

  async replace(tenantId: string, groupId: string, body: unknown, ifMatch: string | undefined): Promise<GroupChange> {
    const input = readGroup(body);
    return this.#change(tenantId, groupId, ifMatch, () => input);
  }

  async patch(tenantId: string, groupId: string, body: unknown, ifMatch: string | undefined): Promise<GroupChange> {
    const operations = readOperations(body);
    return this.#change(tenantId, groupId, ifMatch, (present) => operations.reduce(applyToGroup, present));
  }

  /** Removes a group. Its users lose the rights that it gave. */
  async remove(tenantId: string, groupId: string, ifMatch: string | undefined): Promise<GroupChange> {
    return this.#write(tenantId, async (tx) => {
      const row = await find(tx, tenantId, groupId);
      checkVersion(row, ifMatch);
      const members = await membersIn(tx, tenantId, groupId);
      await tx.deleteFrom('scim_group').where('tenant_id', '=', tenantId).where('group_id', '=', groupId).execute();
      await renewRightsIn(tx, this.users, tenantId, members);
      return { before: { name: row.display_name }, after: null, resource: {} };
    });
  }

  async #change(tenantId: string, groupId: string, ifMatch: string | undefined, toInput: (present: GroupInput) => GroupInput): Promise<GroupChange> {
    return this.#write(tenantId, async (tx) => {
      const row = await find(tx, tenantId, groupId);
      checkVersion(row, ifMatch);
      const before = new Set(await membersIn(tx, tenantId, groupId));
      const input = toInput({ displayName: row.display_name, externalId: row.external_id, members: new Set(before) });
      const added = [...input.members].filter((id) => !before.has(id));
      const removed = [...before].filter((id) => !input.members.has(id));
      await refuseSameName(tx, tenantId, groupId, input.displayName);
      await tx
        .updateTable('scim_group')
        .set({ display_name: input.displayName, external_id: input.externalId, version: sql`version + 1`, changed_at: sql`clock_timestamp()` })
        .where('tenant_id', '=', tenantId)
        .where('group_id', '=', groupId)
        .execute();
      await addMembers(tx, tenantId, groupId, added);
      await removeMembers(tx, tenantId, groupId, removed);
      const isRenamed = input.displayName !== row.display_name;
      await renewRightsIn(tx, this.users, tenantId, isRenamed ? [...new Set([...before, ...input.members])] : [...added, ...removed]);
      const resource = await this.#resource(tx, tenantId, await find(tx, tenantId, groupId), true);
      const after = { name: input.displayName, added: added.length, removed: removed.length };
      return { before: { name: row.display_name }, after, resource };
    });
  }

  /** Runs a change, and makes it count in all processes. */
  async #write(tenantId: string, work: (tx: Tx) => Promise<GroupChange>): Promise<GroupChange> {
    const change = await this.ctx.db.tenant(tenantId, async (tx) => {
      await lockTenantIn(tx, tenantId);
      return work(tx);
    });
    await this.users.announce(tenantId);
    return change;
  }

  async #resource(tx: Tx, tenantId: string, row: StoredGroup, withMembers: boolean): Promise<Resource> {
    const members = withMembers
      ? await tx
          .selectFrom('scim_member as member')
          .innerJoin('scim_user as user', (join) =>
            join.onRef('user.tenant_id', '=', 'member.tenant_id').onRef('user.user_id', '=', 'member.user_id'),
          )
          .select(['user.user_id', 'user.user_name'])
          .where('member.tenant_id', '=', tenantId)
          .where('member.group_id', '=', row.group_id)
          .orderBy('user.user_name')
          .execute()
      : null;
    const location = `${this.base}/Groups/${row.group_id}`;
    return {
      schemas: [GROUP_SCHEMA],
      id: row.group_id,
      ...(row.external_id === null ? {} : { externalId: row.external_id }),
      displayName: row.display_name,
      ...(members
        ? {
            members: members.map(({ user_id: value, user_name: display }) => ({ value, display, $ref: `${this.base}/Users/${value}`, type: 'User' })),
          }
        : {}),
      meta: metaOf('Group', row, location),
    };
  }
}

/** Returns the groups with these names that users belong to, by e-mail in lower case. */
export async function groupsOfUsers(tx: Tx, tenantId: string, names: readonly string[]): Promise<Map<string, string[]>> {
  const { rows } = await sql<{ email: string; groups: string[] }>`
    select lower(u.user_name) email, array_agg(g.display_name order by g.display_name) "groups"
    from scim_group g
      join scim_member m on m.tenant_id = g.tenant_id and m.group_id = g.group_id
      join scim_user u on u.tenant_id = m.tenant_id and u.user_id = m.user_id
    where g.tenant_id = ${tenantId} and g.display_name = any(${[...names]}::text[]) group by 1`.execute(tx);
  return new Map(rows.map(({ email, groups }) => [email, groups]));
}

/** Reads a group of a request. @see https://www.rfc-editor.org/rfc/rfc7643#section-4.2 */
function readGroup(body: unknown): GroupInput {
  if (!isObject(body)) throw invalid('invalidSyntax', 'The request has no group.');
  return {
    displayName: nameOf(valueOf(body, 'displayName')),
    externalId: externalIdOf(valueOf(body, 'externalId')),
    members: idsOf(valueOf(body, 'members')),
  };
}

/** Returns a group after an operation. Okta sends the changed attributes as an object, Entra ID a path. */
function applyToGroup(group: GroupInput, { op, path, value }: PatchOperation): GroupInput {
  if (path === '')
    return Object.entries(value as Resource).reduce((changed, [key, one]) => applyToGroup(changed, { op, path: key, value: one }), group);
  const { attribute, selector } = pathOf(path);
  switch (attribute.toLowerCase()) {
    case 'displayname':
      return { ...group, displayName: nameOf(value) };
    case 'externalid':
      return { ...group, externalId: externalIdOf(op === 'remove' ? null : value) };
    case 'members':
      return {
        ...group,
        members: changedMembers(group.members, op, selector ? new Set([selector.value]) : idsOf(value), selector === null && value === undefined),
      };
    case 'id':
    case 'schemas':
    case 'meta':
      return group;
    default:
      throw invalid('invalidPath', `A group has no attribute "${attribute}" that can be changed.`);
  }
}

function changedMembers(members: Set<string>, op: PatchOperation['op'], ids: Set<string>, isAll: boolean): Set<string> {
  if (op === 'replace') return ids;
  if (op === 'add') return new Set([...members, ...ids]);
  return isAll ? new Set() : new Set([...members].filter((id) => !ids.has(id)));
}

function nameOf(value: unknown): string {
  if (typeof value !== 'string' || value.trim() === '' || value.length > 500)
    throw invalid('invalidValue', 'The displayName of a group must be a text of 1 to 500 characters.');
  return value.trim();
}

function externalIdOf(value: unknown): string | null {
  if (value === undefined || value === null) return null;
  if (typeof value !== 'string' || value.length > 500) throw invalid('invalidValue', 'The externalId must be a text of 500 characters at most.');
  return value;
}

function idsOf(value: unknown): Set<string> {
  const ids = listOf(value).map((one) => (isObject(one) ? valueOf(one, 'value') : one));
  if (ids.length > MOST_MEMBERS) throw invalid('tooMany', `A group has ${MOST_MEMBERS} members at most.`);
  if (!ids.every((id) => typeof id === 'string')) throw invalid('invalidValue', 'Each member needs the id of a user as its value.');
  return new Set(ids as string[]);
}

async function find(tx: Tx, tenantId: string, groupId: string): Promise<StoredGroup> {
  const row = await tx.selectFrom('scim_group').selectAll().where('tenant_id', '=', tenantId).where('group_id', '=', groupId).executeTakeFirst();
  if (!row) throw missing('group', groupId);
  return row;
}

async function membersIn(tx: Tx, tenantId: string, groupId: string): Promise<string[]> {
  const rows = await tx.selectFrom('scim_member').select('user_id').where('tenant_id', '=', tenantId).where('group_id', '=', groupId).execute();
  return rows.map(({ user_id: id }) => id);
}

/** Adds members. @throws ScimError invalidValue for an id that no user of the tenant has */
async function addMembers(tx: Tx, tenantId: string, groupId: string, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  const { rows } = await sql<{ user_id: string }>`
    insert into scim_member (tenant_id, group_id, user_id)
    select ${tenantId}, ${groupId}, user_id from scim_user where tenant_id = ${tenantId} and user_id = any(${[...ids]}::text[])
    returning user_id`.execute(tx);
  const known = new Set(rows.map(({ user_id: id }) => id));
  const unknown = ids.find((id) => !known.has(id));
  if (unknown === undefined) return;
  const isGroup = await tx
    .selectFrom('scim_group')
    .select('group_id')
    .where((is) => is.and({ tenant_id: tenantId, group_id: unknown }))
    .executeTakeFirst();
  // Rights come from the names of direct groups, as providers send them at a sign-in too.
  if (isGroup) throw invalid('invalidValue', `"${unknown}" is a group. CAM keeps no groups in groups: provision its users as members of this one.`);
  throw invalid('invalidValue', `There is no user with the id "${unknown}". Provision the user before the group.`);
}

async function removeMembers(tx: Tx, tenantId: string, groupId: string, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await tx
    .deleteFrom('scim_member')
    .where('tenant_id', '=', tenantId)
    .where('group_id', '=', groupId)
    .where(sql<boolean>`user_id = any(${[...ids]}::text[])`)
    .execute();
}

async function refuseSameName(tx: Tx, tenantId: string, groupId: string, name: string): Promise<void> {
  const other = await tx
    .selectFrom('scim_group')
    .select('group_id')
    .where('tenant_id', '=', tenantId)
    .where('group_id', '<>', groupId)
    .where(sql<boolean>`lower(display_name) = ${name.toLowerCase()}`)
    .executeTakeFirst();
  if (other) throw taken(name);
}

function taken(name: string): ScimError {
  return new ScimError(409, `CAM has a group "${name}" already.`, 'uniqueness');
}
