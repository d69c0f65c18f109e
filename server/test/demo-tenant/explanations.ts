import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { api } from '../support/client';
import { server, token, YESTERDAY } from './tenant';

/** A query for every cloud and directory, with the types of entities on its access paths. */
const PATH_CASES: readonly [question: string, steps: readonly string[]][] = [
  ['role with-attribute cloudtype AWS with-access object_store', ['POLICY']],
  ['federated_user with-attribute cloudtype IDP_OKTA with-access object_store with-attribute cloudtype AWS', ['FEDERATED_GROUP', 'ROLE', 'POLICY']],
  ['user with-attribute cloudtype IDP_AZURE_AD with-access any with-attribute cloudtype AWS', ['ROLE', 'POLICY']],
  ['user with-attribute cloudtype IDP_AZURE_AD with-access object_store with-attribute cloudtype AZURE', ['GROUP', 'POLICY']],
  ['user with-attribute cloudtype IDP_AZURE_AD with-access any with-attribute cloudtype GCP', ['POLICY']],
  ['service_account with-attribute cloudtype GCP with-access any with-attribute cloudtype GCP', ['POLICY']],
  ['user with-attribute cloudtype IDP_AZURE_AD with-access any with-attribute cloudtype IDP_AZURE_AD', ['POLICY']],
  ['federated_user with-attribute cloudtype IDP_OKTA with-access any with-attribute cloudtype IDP_OKTA', ['POLICY']],
  ['public_node with-access any', ['POLICY']],
  ['ext_account with-access any', ['POLICY']],
  ['serverless_compute|instance with-access any', ['POLICY']],
];

/** Defines the tests of explanations. */
export function casesOfExplanations(): void {
  it.each(PATH_CASES)('shows each hop, the granting statements and their conditions for: %s', async (question, steps) => {
    const body = { input: question, session_props: { batch_size: 15 } };
    const { result_table: rows } = (await api('POST /v1/graph-querymgr/autocomplete-user', { body }, token, server.url)).body;
    expect(rows.length).toBeGreaterThan(0);
    const seen = new Set<string>();
    for (const { identity, identity_uri, resource, resource_uri, actions_str, conditional_actions_str } of rows) {
      const { body: explanation } = await api('GET /v1/graph-querymgr/explain', { query: { identity_uri, resource_uri } }, token, server.url);
      expect(explanation).toMatchObject({
        identity: { uri: identity_uri, name: identity },
        resource: { uri: resource_uri, name: resource },
        actions_str,
        conditional_actions_str,
      });
      const grantingPaths = explanation.paths.filter((path) => path.actions_str !== '---');
      expect(grantingPaths.length).toBeGreaterThan(0);
      for (const path of grantingPaths) {
        expect(path.hops[0]).toMatchObject({ uri: identity_uri });
        expect(path.hops.at(-1)).toMatchObject({ uri: resource_uri, relation: 'reaches' });
        for (const hop of path.hops.slice(1)) expect([hop.name, hop.relation, hop.type].filter((text) => text === '')).toEqual([]);
        path.hops.forEach(({ type }) => seen.add(type));
        expect(path.sentence).toMatch(/^.* (?:may|administer|read|change).*\.$/);
        expect(path.privileges.length).toBeGreaterThan(0);
        expect(path.grants.length).toBeGreaterThan(0);
        for (const { effect, words, document, statement, policy_name } of path.grants) {
          expect([effect, words.endsWith('.'), policy_name !== '']).toEqual(['Allow', true, true]);
          expect(JSON.parse(document)).toBeTruthy();
          expect(statement).toBeTruthy();
        }
        expect(path.conditional).toBe(path.actions_str === path.conditional_actions_str);
        if (path.conditional) expect([...path.hops, ...path.grants, ...path.limits].flatMap(({ conditions }) => conditions)).not.toEqual([]);
      }
    }
    expect([...seen]).toEqual(expect.arrayContaining([...steps]));
  });

  it('has the same text in `cam explain`', async () => {
    const body = { input: 'role with-attribute cloudtype AWS with-access object_store', session_props: { batch_size: 1 } };
    const [row] = (await api('POST /v1/graph-querymgr/autocomplete-user', { body }, token, server.url)).body.result_table;
    const pair = { identity_uri: row?.identity_uri ?? '', resource_uri: row?.resource_uri ?? '' };
    const { body: explanation } = await api('GET /v1/graph-querymgr/explain', { query: pair }, token, server.url);
    const args = ['scripts/cam.mjs', 'explain', '--identity', pair.identity_uri, '--resource', pair.resource_uri, '--as-of', YESTERDAY];
    const { stdout } = spawnSync(process.execPath, args, {
      cwd: join(__dirname, '../../..'),
      env: { ...process.env, CAM_DATA: server.dataDir },
      encoding: 'utf8',
    });
    for (const text of [explanation.paths[0]?.sentence, explanation.paths[0]?.grants[0]?.words]) expect(stdout).toContain(text);
  }, 30_000);
}
