import { Type } from '@sinclair/typebox';
import { endpoint } from '../../endpoint';
import { Words } from '../../vocabulary';
import { CountFreshness, INVENTORY_READ } from './common';

export const healthEndpoints = {
  'GET /v1/policy-reader/supported-resource-types': endpoint({
    summary: 'Every type of entity, as people call it',
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
          resource_num: Type.Integer({ description: 'how many of them the tenant has' }),
          colorHash: Type.String({ description: 'the colour of the type in graphs, #rrggbb' }),
          imageHash: Type.String({ description: 'the name of its icon' }),
          meta_label: Type.String({ description: 'IDENTITY, OBJECT, NETWORK or OTHER' }),
        }),
      ),
    }),
  }),
  'GET /beta/healthStatus': endpoint({
    summary: 'Whether the database answers, sources are read and counts are fresh',
    access: INVENTORY_READ,
    owner: 'graph-explorer',
    answer: Type.Object({
      status: Words(['OK', 'DEGRADED']),
      database: Words(['embedded', 'postgres']),
      problems: Type.Array(Type.String(), { description: 'why it is degraded, in words' }),
      ...CountFreshness,
    }),
  }),
};
