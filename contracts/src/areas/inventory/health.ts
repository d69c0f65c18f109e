import { Type } from '@sinclair/typebox';
import { endpoint } from '../../endpoint';
import { StringEnum } from '../../vocabulary';
import { CountFreshness, INVENTORY_READ } from './common';

/** Resource types and health of the installation. */
export const healthEndpoints = {
  'GET /v1/policy-reader/supported-resource-types': endpoint({
    summary: 'List the entity types with their display names',
    access: INVENTORY_READ,
    owner: 'graph-explorer',
    answer: Type.Object({
      resource_info: Type.Array(
        Type.Object({
          resource_name: Type.String(),
          display_name: Type.String(),
          display_name_plural: Type.String(),
          object_type: Type.Boolean(),
          identity_type: Type.Boolean(),
          network_type: Type.Boolean(),
          resource_num: Type.Integer({ description: 'number of entities in the tenant' }),
          colorHash: Type.String({ description: 'colour of the type in graphs, #rrggbb' }),
          imageHash: Type.String({ description: 'icon name' }),
          meta_label: Type.String({ description: 'IDENTITY, OBJECT, NETWORK or OTHER' }),
        }),
      ),
    }),
  }),
  'GET /beta/healthStatus': endpoint({
    summary: 'Check that the database responds, sources are read and counts are current',
    access: INVENTORY_READ,
    owner: 'graph-explorer',
    answer: Type.Object({
      status: StringEnum(['OK', 'DEGRADED']),
      database: StringEnum(['embedded', 'postgres']),
      problems: Type.Array(Type.String(), { description: 'reasons for a degraded status, in sentences' }),
      ...CountFreshness,
    }),
  }),
};
