import { hostname } from 'node:os';
import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import type { Command } from 'commander';
import { ApiClient, ApiRefusal } from '../api-client';
import { command, group, outputOf, type CommonOptions } from '../command';
import { CliFailure } from '../failure';
import { chooseProfile, profilesFile, readProfiles, withoutProfile, withProfile, writeProfiles } from '../profiles';
import { table } from '../table';

const DEFAULT_PROFILE = 'default';

interface LoginOptions extends CommonOptions {
  profile: string;
  web?: boolean;
  withToken?: boolean;
  account?: string[];
}

/** Stores the address of an installation with an API token, for all later commands. */
export function loginCommand(): Command {
  return command('login', 'sign in to an installation in a browser, and store an API token for later commands', { tenant: false })
    .argument('<url>', 'address of CAM, for example https://cam.company.example')
    .option('--profile <name>', 'name of the profile, for several installations or tokens', DEFAULT_PROFILE)
    .option('--with-token', 'ask for a token from Settings > API Tokens instead')
    .option('--account <id...>', 'limit the token to these accounts, by their ids at their providers; the page lets you change them')
    .option('--web', 'sign in in a browser although the input is no terminal')
    .addHelpText('after', '\nWithout a terminal, the token is read from standard input:\n  cam login https://cam.company.example < token.txt')
    .action(async (address: string, options: LoginOptions) => {
      const url = originOf(address);
      const inBrowser = options.web === true || (process.stdin.isTTY && options.withToken !== true);
      if (!inBrowser && options.account)
        throw new CliFailure('--account applies to a sign-in in a browser. A token that exists has its accounts already.');
      const token = inBrowser ? await tokenFromBrowser(url, options.account) : await givenToken(url);
      if (token === '') throw new CliFailure('There is no token. Paste it, or send it to standard input.');
      const tenant = await tenantOf(url, token);
      writeProfiles(withProfile(readProfiles(), options.profile, { url, token }));
      const result = { profile: options.profile, url, tenant };
      outputOf(options).result(result, `Signed in to ${tenant} at ${url}. The token is in ${profilesFile()}.`);
    });
}

async function givenToken(url: string): Promise<string> {
  if (!process.stdin.isTTY) return (await text(process.stdin)).trim();
  process.stderr.write(`Create a token at ${url}/settings/tokens, then paste it here.\n`);
  return askHidden('API token: ');
}

/** Asks for a token that a user allows in the console. @throws CliFailure if the user refuses, or does not decide in time */
async function tokenFromBrowser(url: string, accounts: string[] | undefined): Promise<string> {
  const client = new ApiClient({ url, operatorKey: null, dataDir: '', token: null });
  const { device_code, user_code, verification_uri_complete, expires_in, interval } = await client.callAsNobody('POST /v1/tokens/requests', {
    body: { name: `cam on ${hostname()}`.slice(0, 100), ...(accounts ? { accounts } : {}) },
  });
  process.stderr.write(`Open ${verification_uri_complete}\nand allow the access if it shows the code ${user_code}. Waiting ...\n`);
  const end = Date.now() + expires_in * 1000;
  while (Date.now() < end) {
    await delay(interval * 1000);
    const { token } = await client.callAsNobody('POST /v1/tokens/requests/value', { body: { device_code } });
    if (token !== null) return token;
  }
  throw new CliFailure('Nobody allowed the access within ten minutes. Run the command again.');
}

/** Forgets a profile. The token stays valid until it expires or is revoked. */
export function logoutCommand(): Command {
  return command('logout', 'forget the token of a profile; "cam tokens revoke" or the console ends the token itself', { tenant: false })
    .option('--profile <name>', 'name of the profile (default: the current one)')
    .action((options: CommonOptions & { profile?: string }) => {
      const profiles = readProfiles();
      const name = options.profile ?? profiles.current;
      if (name === null || !chooseProfile(profiles, name)) throw new CliFailure('Nobody is signed in.');
      writeProfiles(withoutProfile(profiles, name));
      outputOf(options).result({ profile: name }, `Forgot the profile "${name}".`);
    });
}

export function profilesCommand(): Command {
  const list = command('list', 'list the profiles', { tenant: false }).action((options: CommonOptions) => {
    const { current, profiles } = readProfiles();
    const rows = Object.entries(profiles).map(([name, { url }]) => ({ profile: name, url, current: name === current }));
    const cells = rows.map((row) => [row.current ? '*' : '', row.profile, row.url]);
    outputOf(options).result({ profiles: rows }, rows.length > 0 ? table(['', 'PROFILE', 'URL'], cells) : 'Nobody is signed in.');
  });
  const use = command('use', 'choose the profile of later commands', { tenant: false })
    .argument('<name>', 'name of the profile')
    .action((name: string, options: CommonOptions) => {
      const profiles = readProfiles();
      const { url } = chooseProfile(profiles, name) as { url: string };
      writeProfiles({ ...profiles, current: name });
      outputOf(options).result({ profile: name, url }, `Commands now use ${url}.`);
    });
  return group('profiles', 'manage the installations that "cam login" stored', [list, use]);
}

function originOf(address: string): string {
  const url = URL.canParse(address) ? new URL(address) : null;
  if (url === null || !/^https?:$/.test(url.protocol))
    throw new CliFailure(`"${address}" is not the address of CAM. Use one such as https://cam.company.example`);
  return url.origin;
}

/** Returns the tenant of a token. @throws CliFailure if the installation does not take it */
async function tenantOf(url: string, token: string): Promise<string> {
  const client = new ApiClient({ url, operatorKey: null, dataDir: '', token });
  try {
    return (await client.call('GET /v1/tenants', { query: { include_organizations: false } })).tenant.name;
  } catch (error) {
    if (error instanceof ApiRefusal && error.status === 401) throw new CliFailure(`${url} does not take this token: ${error.message}`);
    throw error;
  }
}

/** Asks for a text that is not shown while it is typed. */
async function askHidden(question: string): Promise<string> {
  process.stderr.write(question);
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
  const lines = createInterface({ input: process.stdin, output: nowhere, terminal: true });
  try {
    return (await lines.question('')).trim();
  } finally {
    lines.close();
    process.stderr.write('\n');
  }
}
