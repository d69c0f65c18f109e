import { Type } from '@sinclair/typebox';
import { endpoint } from '../../endpoint';
import { StringEnum } from '../../vocabulary';
import { IdentityDetail, NetworkDetail, ObjectDetail } from './details';
import { INVENTORY_READ } from './common';

/** Data that an entity page requests: facts, access paths by type or shown individually, policies with documents, or the table of a tile. */
export const DATA_TYPES = ['INFO', 'ROLL_UP_GRAPH', 'DATA_TYPE_GRAPH', 'IDENTITY_POLICY', 'TABLE_DATA', 'POLICY_LIST'] as const;
/** Tabs of the IAM and networking tiles. */
export const TABLE_TABS = [
  'IAM_USER',
  'IAM_GROUP',
  'IAM_ROLE',
  'NETWORKING_INSTANCES',
  'NETWORKING_SECURITY_GROUPS',
  'NETWORKING_SUBNETS',
  'NETWORKING_RULES',
  'NETWORKING_ROUTES',
] as const;

/** Tiles with a table, on the pages of identities, networks and objects, and on every page. */
export const TILES = [
  'OBJECT',
  'PRIVILEGE',
  'ROLE',
  'MEMBER',
  'SCOPE',
  'INSTANCE',
  'USER',
  'ADMIN',
  'OBJECTS',
  'ROLES',
  'IAM',
  'NETWORKING',
  'IDENTITY',
  'ACCESS',
  'MEMBERSHIP',
  'VERSION',
  'AUDIT',
] as const;
/** A tile of an entity page. */
export type Tile = (typeof TILES)[number];

const entityQuery = {
  uri: Type.String(),
  type: Type.Optional(Type.String()),
  data_type: Type.Optional(StringEnum(DATA_TYPES)),
  tile: Type.Optional(StringEnum(TILES)),
  tableTab: Type.Optional(StringEnum(TABLE_TABS)),
};

/** Entity pages. */
export const entityPageEndpoints = {
  'GET /v1/graph-querymgr/identity-service': endpoint({
    summary: 'Read an identity: its facts, the table of a tile, its access paths or its policies',
    access: INVENTORY_READ,
    owner: 'graph-explorer',
    query: entityQuery,
    answer: Type.Object({ identity_info: IdentityDetail }),
  }),
  'GET /v1/graph-querymgr/objects-service': endpoint({
    summary: 'Read an object: its facts, the table of a tile, its access paths or its policies',
    access: INVENTORY_READ,
    owner: 'graph-explorer',
    query: { ...entityQuery, identity_type: Type.Optional(Type.String()) },
    answer: Type.Object({ object_detail_info: ObjectDetail }),
  }),
  'GET /v1/graph-querymgr/network-service': endpoint({
    summary: 'Read a network entity: its facts, the table of a tile, its access paths or its policies',
    access: INVENTORY_READ,
    owner: 'graph-explorer',
    query: entityQuery,
    answer: Type.Object({ network_detail_info: NetworkDetail }),
  }),
};
