import { Type } from '@sinclair/typebox';
import { endpoint, FileAnswer, OWN_ROWS } from '../endpoint';

/** Export of query answers. */
export const accessExportEndpoints = {
  'POST /v1/graph-querymgr/autocomplete-user/export': endpoint({
    summary: 'Export the complete answer to a query as CSV: access rows or events',
    access: ['CAM_GENERAL_READ', 'CAM_GENERAL_WRITE'],
    audit: { exempt: 'it returns a file and stores nothing' },
    readOnly: true,
    accounts: OWN_ROWS,
    owner: 'graph-explorer',
    body: {
      input: Type.String({ maxLength: 4000 }),
      name: Type.Optional(Type.String({ maxLength: 200, description: 'base of the file name' })),
      search: Type.Optional(Type.String({ maxLength: 300, description: 'search text of the list, for the file name' })),
      columns: Type.Optional(Type.String({ maxLength: 500, description: 'column keys in order, comma-separated; all columns by default' })),
    },
    answer: FileAnswer,
    produces: 'text/csv',
  }),
};
