import { readFileSync, readdirSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';

/** Kysely's methods whose first argument names a table. */
const METHODS = new Set([
  'selectFrom',
  'insertInto',
  'updateTable',
  'deleteFrom',
  'mergeInto',
  'from',
  'using',
  'innerJoin',
  'leftJoin',
  'rightJoin',
  'fullJoin',
  'innerJoinLateral',
  'leftJoinLateral',
  'crossJoin',
  'table',
]);

/** Words of SQL after which a table is named. */
const SQL = /\b(?:from|join|into|update|table|on)\s+"?([a-z_]+)"?/gi;

/**
 * The folder that owns each table, as the `tables.ts` files say: the folder such a file lies in. The tables of `graph/store` belong to the graph as a whole.
 * @param {string} sources absolute path of the server's sources
 * @returns {Map<string, string>} folder by table, relative to the sources
 */
export function tableOwners(sources) {
  const owners = new Map();
  for (const path of readdirSync(sources, { recursive: true, encoding: 'utf8' })) {
    if (!path.endsWith(`${sep}tables.ts`)) continue;
    const text = readFileSync(join(sources, path), 'utf8');
    const folder = dirname(path)
      .split(sep)
      .join('/')
      .replace(/^graph\/store$/, 'graph');
    for (const [, body] of text.matchAll(/export (?:interface|type) \w+Tables(?: =)? \{([^}]*)\}/g)) {
      for (const [, table] of body.matchAll(/^\s*(\w+):/gm)) owners.set(table, folder);
    }
  }
  return owners;
}

/**
 * Refuses a reference to a table, by Kysely or in SQL, outside the folder that owns it.
 * @param {string} sources absolute path of the server's sources, whose tables are known
 * @returns {import('oxlint/plugins-dev').Rule} a rule for files below `server/src` of the folder that is linted
 */
export function tableOwner(sources) {
  const owners = tableOwners(sources);
  return {
    meta: { type: 'problem', schema: [], messages: { foreign: 'The table {{table}} belongs to {{owner}}: ask the service of that folder.' } },
    create(context) {
      const place = relative(join(context.cwd, 'server/src'), context.filename).split(sep).join('/');
      const check = (node, table) => {
        const owner = owners.get(table);
        if (owner === undefined || place.startsWith(`${owner}/`)) return;
        context.report({ node, messageId: 'foreign', data: { table, owner } });
      };
      return {
        CallExpression(node) {
          const method = node.callee.type === 'MemberExpression' && node.callee.property.type === 'Identifier' ? node.callee.property.name : null;
          if (method === null || !METHODS.has(method)) return;
          for (const one of node.arguments[0]?.type === 'ArrayExpression' ? node.arguments[0].elements : node.arguments.slice(0, 1)) {
            if (one?.type === 'Literal' && typeof one.value === 'string') check(one, one.value.split(' ')[0]);
          }
        },
        TaggedTemplateExpression(node) {
          for (const { value } of node.quasi.quasis) for (const [, table] of value.raw.matchAll(SQL)) check(node, table.toLowerCase());
        },
      };
    },
  };
}
