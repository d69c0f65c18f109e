import { Type } from '@sinclair/typebox';
import { endpoint } from '../../endpoint';
import { Words } from '../../vocabulary';
import { Counted, READ } from './common';

export const healthEndpoints = {
  'GET /v1/policy-reader/supported-resource-types': endpoint({
    summary: 'Every type of entity, as people call it',
    access: READ,
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
          resource_num: Type.Integer(),
        }),
      ),
    }),
  }),
  'GET /beta/healthStatus': endpoint({
    summary: 'Whether the database answers and how fresh the counts are',
    access: READ,
    owner: 'graph-explorer',
    answer: Type.Object({ status: Words(['OK', 'DEGRADED']), database: Words(['embedded', 'postgres']), ...Counted }),
  }),
};
