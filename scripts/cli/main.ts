import { Command, Option } from 'commander';
import { REMOTE_IDS, isRemoteId, type RemoteId } from '@cam/contracts/server';
import { ApiClient } from './api-client';
import { importBundle } from './import-bundle';
import { CliError } from './installation';
import { print, printRows } from './output';
import { pointChannel, publishRemote } from './publish';

const program = new Command('cam').description("The operator's command line of CAM.").showHelpAfterError().option('--json', 'print JSON');
const json = (): boolean => program.opts<{ json?: boolean }>().json ?? false;
const tenantOption = (): Option => new Option('--tenant <id>', 'tenant').default('demo');

function remoteId(text: string): RemoteId {
  if (!isRemoteId(text)) throw new CliError(`There is no remote "${text}". Remotes: ${REMOTE_IDS.join(', ')}.`);
  return text;
}

program
  .command('token')
  .description('print a bearer token of the embedded identity platform')
  .requiredOption('--user <email>', 'user of the built-in pool')
  .action(async ({ user }: { user: string }) => {
    const answer = await ApiClient.operator().call('POST /v1/operator/token', { body: { user } });
    print(answer, answer.access_token, json());
  });

program
  .command('import <path>')
  .description('import a snapshot bundle: a folder, a zip, or one JSON file')
  .requiredOption('--cloud <type>', 'AWS, AZURE, GCP, IDP_AZURE_AD or IDP_OKTA')
  .requiredOption('--account <id>', "the provider's id of the account")
  .option('--name <name>', 'name of the source')
  .addOption(tenantOption())
  .action(async (path: string, { cloud, account, name, tenant }: { cloud: string; account: string; name?: string; tenant: string }) => {
    const client = await ApiClient.ofTenant(tenant);
    const done = await importBundle(client, path, {
      cloud,
      account,
      name,
      onProgress: ({ current_phase_enum: phase, progress }) => json() || console.log(`${String(Math.floor(progress)).padStart(3)} %  ${phase}`),
    });
    if (!json()) for (const { type, file, place, message } of done.messages) console.log(`${type}: ${message}${file ? ` (${file}${place ? ` ${place}` : ''})` : ''}`);
    print(done, `Imported account ${account}.`, json());
  });

program
  .command('query <text>')
  .description('ask the access graph')
  .option('--rows <n>', 'rows to print', '20')
  .addOption(tenantOption())
  .action(async (text: string, { rows, tenant }: { rows: string; tenant: string }) => {
    const client = await ApiClient.ofTenant(tenant);
    const answer = await client.call('POST /v1/graph-querymgr/autocomplete-user', { body: { input: text, session_props: { batch_size: Number(rows) } } });
    if (answer.error) throw new CliError(`${answer.error.message}\n  ${text}\n  ${' '.repeat(answer.error.position)}^ expected: ${answer.error.expected.join(', ')}`);
    if (answer.session_id) await client.call('POST /v1/graph-querymgr/close-session', { body: { session_id: answer.session_id } });
    printRows(answer.result_table, ['identity_type', 'identity', 'resource_type', 'resource', 'actions_str'], json());
    if (!json()) console.log(`${answer.meaning ?? ''}${answer.has_next ? ' (there is more: --rows)' : ''}`);
  });

program
  .command('explain')
  .description('every path from an identity to a resource, with the statement that grants')
  .requiredOption('--identity <uri>', 'identity URI')
  .requiredOption('--resource <uri>', 'resource URI')
  .addOption(tenantOption())
  .action(async ({ identity, resource, tenant }: { identity: string; resource: string; tenant: string }) => {
    const client = await ApiClient.ofTenant(tenant);
    const answer = await client.call('GET /v1/graph-querymgr/explain', { query: { identity_uri: identity, resource_uri: resource } });
    print(answer, answer.paths.map(({ sentence, grants }) => [sentence, ...grants.map(({ words }) => `  ${words}`)].join('\n')).join('\n') || 'There is no access.', json());
  });

const flags = program.command('flags').description('feature flags of a tenant');
flags
  .command('list')
  .addOption(tenantOption())
  .action(async ({ tenant }: { tenant: string }) => {
    const { featureflags } = await (await ApiClient.ofTenant(tenant)).call('GET /v1/tenants/featureflags');
    printRows(featureflags, ['featureflag', 'value'], json());
  });
flags
  .command('set <flag> <value>')
  .description('on or off; open consoles follow within two seconds')
  .addOption(tenantOption())
  .action(async (featureflag: string, value: string, { tenant }: { tenant: string }) => {
    if (value !== 'on' && value !== 'off') throw new CliError(`A flag is set "on" or "off", not "${value}".`);
    const answer = await (await ApiClient.ofTenant(tenant)).call('PATCH /v1/tenants/featureflag/{featureflag}', { path: { featureflag }, body: { value: value === 'on' } });
    print(answer, `${featureflag} is ${value} for tenant ${tenant}.`, json());
  });

const remotes = program.command('remotes').description('releases of the six remotes, and who gets them');
remotes
  .command('list')
  .addOption(tenantOption())
  .action(async ({ tenant }: { tenant: string }) => {
    const client = await ApiClient.ofTenant(tenant);
    const rows = [];
    for (const id of REMOTE_IDS) {
      const { version, why } = await client.call('GET /v1/remotes/why', { query: { id } });
      rows.push({ id, version: version ?? '-', why: why.join(' ') });
    }
    printRows(rows, ['id', 'version', 'why'], json());
  });
remotes
  .command('publish <id>')
  .description('publish the built remote and point a channel at it')
  .option('--channel <name>', 'stable or canary', 'stable')
  .option('--folder <path>', 'folder of the built remote; by default that of this project')
  .option('--dry-run', 'check every gate, publish nothing')
  .action(async (id: string, options: { channel: string; folder?: string; dryRun?: boolean }) => {
    const done = await publishRemote(await ApiClient.ofTenant('demo'), remoteId(id), options);
    const what = options.dryRun ? 'could be published' : done.created ? `published and ${options.channel}` : `was published before; it is ${options.channel} now`;
    print(done, [`${done.id} ${done.version} ${what}.`, ...done.warnings.map((warning) => `Note: ${warning}`)].join('\n'), json());
  });
remotes
  .command('channel <id> <channel> <version>')
  .description('point a channel at a release: also the way back to an older one')
  .action(async (id: string, channel: string, version: string) => {
    await pointChannel(await ApiClient.ofTenant('demo'), remoteId(id), channel, version);
    print({ id, channel, version }, `${channel} of ${id} is ${version} now.`, json());
  });
remotes
  .command('releases <id>')
  .action(async (id: string) => {
    const { releases, channels } = await (await ApiClient.ofTenant('demo')).call('GET /v1/remotes/{id}/releases', { path: { id: remoteId(id) } });
    const rows = releases.map((release) => ({ ...release, channels: Object.entries(channels).filter(([, { version }]) => version === release.version).map(([name]) => name).join(' ') }));
    printRows(rows, ['version', 'published_at', 'published_by', 'bytes', 'channels'], json());
  });

program
  .command('tenants')
  .description('tenants of the installation')
  .command('create <id>')
  .requiredOption('--name <name>', 'name of the organisation')
  .option('--admin <email>', 'first administrator, in the built-in user pool')
  .option('--password <password>', 'password of the administrator')
  .action(async (tenantId: string, { name, admin, password }: { name: string; admin?: string; password?: string }) => {
    const answer = await ApiClient.operator().call('POST /v1/operator/tenants', { body: { tenant_id: tenantId, name, admin_email: admin, admin_password: password } });
    print(answer, `Tenant ${tenantId} was created.`, json());
  });

try {
  await program.parseAsync();
} catch (error) {
  if (!(error instanceof CliError)) throw error;
  console.error(error.message);
  process.exit(1);
}
