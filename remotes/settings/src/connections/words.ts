import { isChatKind, type Connection, type ConnectionKind } from '@cam/contracts';

/** Says what a product does with tickets, and what its form asks for. */
export interface ProductWords {
  text: string;
  /** Address of new connections; empty: each customer has its own. */
  url: string;
  urlExample: string;
  project: string;
  projectExample: string;
  /** Label of the user; null: the token belongs to its user. */
  user: string | null;
  userHint: string;
  token: string;
  tokenHint: string;
  /** How the product tells CAM of changes. */
  incoming: string;
}

export const PRODUCT_WORDS: Readonly<Record<ConnectionKind, ProductWords>> = {
  jira: {
    text: 'Issues of a Jira project, in the cloud or in a data center.',
    url: '',
    urlExample: 'https://company.atlassian.net',
    project: 'Project key',
    projectExample: 'SEC',
    user: 'Email address',
    userHint: 'Of the account of the API token. Leave it empty for Jira Data Center with a personal access token.',
    token: 'API token',
    tokenHint: 'Its account needs the rights to create, comment and transition issues in the project.',
    incoming: 'In Jira, open System, Webhooks, add the address and the secret, and choose "Issue: updated" and "deleted".',
  },
  github: {
    text: 'Issues of a GitHub repository.',
    url: 'https://api.github.com',
    urlExample: 'https://api.github.com',
    project: 'Repository',
    projectExample: 'owner/name',
    user: null,
    userHint: '',
    token: 'Fine-grained token',
    tokenHint: 'With access to the repository, and the permission to read and write issues.',
    incoming: 'In the repository, open Settings, Webhooks, add the address and the secret, choose JSON, and select the event "Issues".',
  },
  gitlab: {
    text: 'Issues of a GitLab project.',
    url: 'https://gitlab.com',
    urlExample: 'https://gitlab.com',
    project: 'Project',
    projectExample: 'group/project',
    user: null,
    userHint: '',
    token: 'Access token',
    tokenHint: 'Of the project, with the role Reporter or higher and the scope "api".',
    incoming: 'In the project, open Settings, Webhooks, add the address and the secret as its secret token, and choose "Issues events".',
  },
  servicenow: {
    text: 'Incidents of ServiceNow, or records of another table with the states of an incident.',
    url: '',
    urlExample: 'https://company.service-now.com',
    project: 'Table',
    projectExample: 'incident',
    user: 'User',
    userHint: 'A user of ServiceNow that may read and write the table.',
    token: 'Password',
    tokenHint: 'It is stored encrypted, and sent to this address only.',
    incoming: 'In ServiceNow, a business rule sends changes with an API token of CAM. The documentation has the rule.',
  },
  slack: {
    text: 'Messages about alerts in a channel, with buttons to dismiss, explain and make a ticket.',
    url: 'https://slack.com',
    urlExample: 'https://slack.com',
    project: 'Channel',
    projectExample: 'C0123456789',
    user: null,
    userHint: '',
    token: 'Bot token',
    tokenHint: 'Of an app with the scope chat:write. Invite the app to the channel.',
    incoming: 'In the Slack app, open Interactivity & Shortcuts, and enter the address as its request URL.',
  },
  teams: {
    text: 'Messages about alerts in a channel, by a bot of your own, with buttons to dismiss, explain and make a ticket.',
    url: 'https://login.microsoftonline.com',
    urlExample: 'https://login.microsoftonline.com',
    project: 'Directory (tenant) ID',
    projectExample: '00000000-0000-0000-0000-000000000000',
    user: 'Application (client) ID',
    userHint: 'Of a single-tenant Azure Bot. The overview of its app registration shows both IDs.',
    token: 'Client secret',
    tokenHint: 'The value of a client secret of the app registration, not its ID.',
    incoming: 'In Azure, open Configuration of the bot, and enter the address as its messaging endpoint.',
  },
};

/** Returns the state of a connection in a word. */
export function stateOf({ kind, message, synced_time: at, channel }: Pick<Connection, 'kind' | 'message' | 'synced_time' | 'channel'>): {
  label: string;
  tone: 'ok' | 'high' | 'neutral';
} {
  if (message !== '') return { label: 'Failing', tone: 'high' };
  if (kind === 'teams' && !channel) return { label: 'No channel yet', tone: 'neutral' };
  if (isChatKind(kind)) return { label: 'Connected', tone: 'ok' };
  return at === null ? { label: 'Not read yet', tone: 'neutral' } : { label: 'Working', tone: 'ok' };
}

/** Reads required fields, one on a line: `customfield_10010 = {"value": "Access"}`. @returns null if a line has another form */
export function fieldsOf(text: string): Record<string, string> | null {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  const pairs = lines.map((line) => /^\s*([^=\s]+)\s*=\s*(.*\S)\s*$/.exec(line));
  if (pairs.some((pair) => pair === null)) return null;
  return Object.fromEntries(pairs.map((pair) => [pair?.[1] ?? '', pair?.[2] ?? '']));
}

/** Writes required fields, one on a line. */
export function fieldsText(fields: Readonly<Record<string, string>>): string {
  return Object.entries(fields)
    .map(([name, value]) => `${name} = ${value}`)
    .join('\n');
}
