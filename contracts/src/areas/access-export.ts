import { Type } from '@sinclair/typebox';
import { endpoint, FileAnswer } from '../endpoint';

export const accessExportEndpoints = {
  'POST /v1/graph-querymgr/autocomplete-user/export': endpoint({
    summary: 'The whole answer to a query as CSV, as it is read: rows of access, or events',
    access: ['CAM_GENERAL_READ', 'CAM_GENERAL_WRITE'],
    audit: { not: 'it answers with a file and keeps none' },
    asks: true,
    owner: 'graph-explorer',
    body: {
      input: Type.String({ maxLength: 4000 }),
      name: Type.Optional(Type.String({ maxLength: 200, description: 'what the file is called' })),
      search: Type.Optional(Type.String({ maxLength: 300, description: 'what its rows were searched for, for the name of the file' })),
      columns: Type.Optional(
        Type.String({ maxLength: 500, description: 'keys of the columns in their order, separated by commas; without it all of them' }),
      ),
    },
    answer: FileAnswer,
    produces: 'text/csv',
  }),
};
