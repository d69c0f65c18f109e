import { Type } from '@sinclair/typebox';
import { endpoint } from '../../endpoint';
import { Words } from '../../vocabulary';
import { IdentityDetail, NetworkDetail, ObjectDetail } from './details';
import { INVENTORY_READ } from './common';

/** What is asked of an entity beside its facts: the ways rolled up by type or one by one, its policies with their documents, a table of a tile. */
export const DATA_TYPES = ['INFO', 'ROLL_UP_GRAPH', 'DATA_TYPE_GRAPH', 'IDENTITY_POLICY', 'TABLE_DATA', 'POLICY_LIST'] as const;
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

/** Tables of tiles: of an identity, of a network, of an object, and those of every page. */
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
export type Tile = (typeof TILES)[number];

const entityQuery = {
  uri: Type.String(),
  type: Type.Optional(Type.String()),
  data_type: Type.Optional(Words(DATA_TYPES)),
  tile: Type.Optional(Words(TILES)),
  tableTab: Type.Optional(Words(TABLE_TABS)),
};

export const entityPageEndpoints = {
  'GET /v1/graph-querymgr/identity-service': endpoint({
    summary: 'An identity: its facts, a table of a tile, its ways, or its policies',
    access: INVENTORY_READ,
    owner: 'graph-explorer',
    query: entityQuery,
    answer: Type.Object({ identity_info: IdentityDetail }),
  }),
  'GET /v1/graph-querymgr/objects-service': endpoint({
    summary: 'An object: its facts, a table of a tile, its ways, or its policies',
    access: INVENTORY_READ,
    owner: 'graph-explorer',
    query: { ...entityQuery, identity_type: Type.Optional(Type.String()) },
    answer: Type.Object({ object_detail_info: ObjectDetail }),
  }),
  'GET /v1/graph-querymgr/network-service': endpoint({
    summary: 'A network entity: its facts, a table of a tile, its ways, or its policies',
    access: INVENTORY_READ,
    owner: 'graph-explorer',
    query: entityQuery,
    answer: Type.Object({ network_detail_info: NetworkDetail }),
  }),
};
