import { Type, type Static } from '@sinclair/typebox';
import { endpoint, NoAnswer } from '../endpoint';
import { CONNECTION_KINDS, MOST_TICKETS_A_DAY, PRODUCT_KINDS } from '../product-kinds';
import { WRITE_RIGHTS } from '../rights';
import { Severity, StringEnum } from '../vocabulary';

/** Most connections of a tenant. */
export const MOST_CONNECTIONS = 20;

/** Largest body of a message from a product, bytes. */
export const LARGEST_INCOMING = 1024 * 1024;

const alertsRead = ['CAM_ALERTS_READ', 'CAM_ALERTS_WRITE'] as const;
const alertsWrite = ['CAM_ALERTS_WRITE'] as const;

const Time = Type.String({ description: 'ISO 8601' });
const Kind = StringEnum(CONNECTION_KINDS);
const Label = Type.String({ minLength: 3, maxLength: 100 });
const Url = Type.String({ minLength: 1, maxLength: 2000, description: 'address of the product; its query is refused' });
const Project = Type.String({
  minLength: 1,
  maxLength: 255,
  description:
    'Jira: key of the project. GitHub: owner/repository. GitLab: path or number of the project. ServiceNow: table, such as incident. Slack: id of the channel. Microsoft Teams: directory (tenant) id of the bot',
});
const User = Type.String({
  maxLength: 320,
  description:
    'Jira Cloud: email address of the account. ServiceNow: user. Microsoft Teams: application (client) id of the bot. Empty for Jira Data Center, GitHub, GitLab and Slack',
});
const IssueType = Type.String({ maxLength: 100, description: 'Jira: type of new issues' });
const Fields = Type.Record(Type.String({ maxLength: 100 }), Type.String({ maxLength: 2000 }), {
  maxProperties: 30,
  description: 'fields that the product requires of a new ticket, by their id; a value that is JSON is sent as such',
});
const Token = Type.String({ minLength: 1, maxLength: 5000, description: 'API token, password or client secret; it is never returned' });
const SigningSecret = Type.String({ minLength: 8, maxLength: 200, description: 'Slack: signing secret of the app; it is never returned' });
const Severities = Type.Array(Severity, {
  uniqueItems: true,
  description: 'Slack and Microsoft Teams: severities of the alerts that the channel gets',
});
const Secret = Type.String({ description: 'secret with which the product signs its messages; it cannot be read again' });

/** A channel of Microsoft Teams, as a verified message to the bot named it. */
const ChatChannel = Type.Object({
  id: Type.String({ description: 'id of the conversation' }),
  heard_from: Type.String({ description: 'name of the person whose message named it; empty: Microsoft Teams gave none' }),
});
export type ChatChannel = Static<typeof ChatChannel>;

/** A connection to a product. */
export const Connection = Type.Object({
  connection_id: Type.String(),
  kind: Kind,
  label: Type.String(),
  url: Type.String(),
  project: Type.String(),
  user: Type.String(),
  issue_type: Type.String(),
  fields: Type.Record(Type.String(), Type.String()),
  severities: Type.Array(Severity, { description: 'Slack and Microsoft Teams: severities of the alerts that the channel gets' }),
  channel: Type.Union([ChatChannel, Type.Null()], { description: 'Microsoft Teams: channel that gets the alerts; null: none was chosen yet' }),
  offered_channel: Type.Union([ChatChannel, Type.Null()], {
    description: 'Microsoft Teams: another channel in which somebody wrote to the bot last; `channel` of a change chooses it',
  }),
  incoming_url: Type.String({ description: 'address to which the product sends its messages' }),
  message: Type.String({ description: 'why the last reading failed; empty otherwise' }),
  tickets_count: Type.Integer(),
  synced_time: Type.Union([Time, Type.Null()], { description: 'time of the last reading of its tickets' }),
  created_by: Type.String(),
  created_time: Time,
});
export type Connection = Static<typeof Connection>;

/** Kinds of subjects of a ticket: one alert, or a group of alerts by cause. */
export const TICKET_SUBJECTS = ['ALERT', 'GROUP'] as const;

const About = Type.Object({
  kind: StringEnum(TICKET_SUBJECTS),
  key: Type.String({ minLength: 1, maxLength: 4000, description: 'id of the alert, or key of the group by cause' }),
});

/** A ticket about alerts. */
export const Ticket = Type.Object({
  ticket_id: Type.String(),
  connection_id: Type.String(),
  connection_label: Type.String(),
  product: StringEnum(PRODUCT_KINDS),
  about: About,
  title: Type.String(),
  label: Type.String({ description: 'the same for the same alert or group, so that nothing is made twice' }),
  /** MAKING: CAM is making it. FAILED: it could not be made. LOST: the product no longer shows it. */
  state: StringEnum(['MAKING', 'LINKED', 'FAILED', 'LOST']),
  key: Type.String({ description: 'number in the product; empty until it is made' }),
  url: Type.String(),
  status: Type.String({ description: 'status in the words of the product' }),
  category: StringEnum(['TODO', 'DOING', 'DONE']),
  message: Type.String({ description: 'why the last attempt failed; empty otherwise' }),
  next_attempt: Type.Union([Time, Type.Null()], { description: 'null: no attempt waits' }),
  alert_ids: Type.Array(Type.String()),
  created_by: Type.String(),
  created_time: Time,
  synced_time: Type.Union([Time, Type.Null()]),
});
export type Ticket = Static<typeof Ticket>;

/** Most rules of a tenant. */
export const MOST_TICKET_RULES = 50;

const ruleConditions = {
  risk_above: Type.Union([Type.Integer({ minimum: 0, maximum: 100 }), Type.Null()], { description: 'only alerts with a higher risk; null: any' }),
  max_tier: Type.Union([Type.Integer({ minimum: 0, maximum: 3 }), Type.Null()], {
    description: 'only alerts about this tier or a more important one; 0 is the most important; null: any',
  }),
  severities: Type.Array(Severity, { uniqueItems: true, description: 'empty: any' }),
  monitor_ids: Type.Array(Type.String(), { maxItems: 100, uniqueItems: true, description: 'guardrails or methods; empty: any' }),
  account_ids: Type.Array(Type.String(), { maxItems: 100, uniqueItems: true, description: 'empty: any' }),
};

const ruleFields = {
  name: Label,
  connection_id: Type.String(),
  about: StringEnum(TICKET_SUBJECTS),
  ...ruleConditions,
};

/** A rule that makes tickets about alerts that meet all of its conditions. */
export const TicketRule = Type.Object({
  rule_id: Type.String(),
  ...ruleFields,
  connection_label: Type.String(),
  tickets_count: Type.Integer({ description: 'tickets that it made' }),
  created_by: Type.String(),
  created_time: Time,
});
export type TicketRule = Static<typeof TicketRule>;

const rulePath = { rule_id: Type.String() };

const connectionPath = { connection_id: Type.String() };
const ticketPath = { ticket_id: Type.String() };

/** A ticket at the request or review that it carries out. */
export const TicketBrief = Type.Object({
  connection_label: Type.String(),
  key: Type.String({ description: 'number in the product; empty until it is made' }),
  url: Type.String(),
  status: Type.String({ description: 'status in the words of the product' }),
  message: Type.String({ description: 'why it could not be made; empty otherwise' }),
});
export type TicketBrief = Static<typeof TicketBrief>;

/** Calls about connections to ticket systems, and about tickets. */
export const ticketEndpoints = {
  'GET /v1/connections': endpoint({
    summary: 'List the connections to ticket systems. Addresses and users are for users who may change the tenant',
    access: [...WRITE_RIGHTS.GENERAL, ...alertsWrite],
    answer: Type.Object({ connections: Type.Array(Connection) }),
  }),
  'POST /v1/connections': endpoint({
    summary:
      'Connect a ticket system or a chat service. The secret for the messages of a ticket system is returned once; chat services have their own',
    access: WRITE_RIGHTS.GENERAL,
    audit: 'add',
    body: {
      kind: Kind,
      label: Label,
      url: Url,
      project: Project,
      user: Type.Optional(User),
      issue_type: Type.Optional(IssueType),
      fields: Type.Optional(Fields),
      severities: Type.Optional(Severities),
      token: Token,
      signing_secret: Type.Optional(SigningSecret),
    },
    answer: Type.Object({ secret: Secret, connection: Connection }),
    status: 201,
  }),
  'PATCH /v1/connections/{connection_id}': endpoint({
    summary: 'Change a connection. Its token is kept unless a new one is given',
    access: WRITE_RIGHTS.GENERAL,
    audit: 'change',
    path: connectionPath,
    body: {
      label: Type.Optional(Label),
      url: Type.Optional(Url),
      project: Type.Optional(Project),
      user: Type.Optional(User),
      issue_type: Type.Optional(IssueType),
      fields: Type.Optional(Fields),
      severities: Type.Optional(Severities),
      token: Type.Optional(Token),
      channel: Type.Optional(
        Type.String({ minLength: 1, maxLength: 500, description: 'Microsoft Teams: id of the offered channel, which gets the alerts from then on' }),
      ),
      signing_secret: Type.Optional(SigningSecret),
    },
    answer: Connection,
  }),
  'DELETE /v1/connections/{connection_id}': endpoint({
    summary: 'Disconnect a ticket system. Its tickets stay in it, and CAM forgets them',
    access: WRITE_RIGHTS.GENERAL,
    audit: 'remove',
    path: connectionPath,
    status: 204,
    answer: NoAnswer,
  }),
  'POST /v1/connections/{connection_id}/secret': endpoint({
    summary: 'Give a connection a new secret for incoming messages. The former one ends at once',
    access: WRITE_RIGHTS.GENERAL,
    audit: { requestOnly: 'the secret is not kept in the log' },
    path: connectionPath,
    answer: Type.Object({ secret: Secret }),
  }),
  'POST /v1/connections/{connection_id}/test': endpoint({
    summary: 'Make a ticket in the product and close it; to a chat service, send a message',
    access: WRITE_RIGHTS.GENERAL,
    audit: { requestOnly: 'nothing changes in CAM' },
    path: connectionPath,
    answer: Type.Object({
      passed: Type.Boolean(),
      message: Type.String({ description: 'why it failed; empty otherwise' }),
      key: Type.String({ description: 'number of the test ticket; empty if none was made' }),
      url: Type.String(),
    }),
  }),
  'GET /v1/tickets': endpoint({
    summary: 'List tickets, newest first',
    access: alertsRead,
    query: {
      alert_id: Type.Optional(Type.String()),
      group: Type.Optional(Type.String({ description: 'key of a group by cause' })),
      connection_id: Type.Optional(Type.String()),
      offset: Type.Optional(Type.Integer({ minimum: 0 })),
      limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 500, description: '100 by default' })),
    },
    answer: Type.Object({ tickets: Type.Array(Ticket), found_count: Type.Integer() }),
  }),
  'POST /v1/tickets': endpoint({
    summary:
      'Make a ticket about an alert or a group of alerts. A second call returns the same ticket, and adds the alerts that the group has gained',
    access: alertsWrite,
    audit: 'add',
    body: { connection_id: Type.String(), about: About },
    answer: Ticket,
    status: 201,
  }),
  'POST /v1/tickets/preview': endpoint({
    summary: 'Show the ticket that would be made',
    access: alertsRead,
    audit: { exempt: 'it changes nothing' },
    readOnly: true,
    body: { about: About },
    answer: Type.Object({ title: Type.String(), text: Type.String({ description: 'without markup' }), alerts_count: Type.Integer() }),
  }),
  'GET /v1/tickets/rules': endpoint({
    summary: 'List the rules that make tickets',
    access: [...WRITE_RIGHTS.GENERAL, ...alertsRead],
    answer: Type.Object({ rules: Type.Array(TicketRule) }),
  }),
  'POST /v1/tickets/rules': endpoint({
    summary: 'Add a rule. It makes tickets about present alerts at once, and about others after their risk is computed',
    access: WRITE_RIGHTS.GENERAL,
    audit: 'add',
    body: ruleFields,
    answer: TicketRule,
    status: 201,
  }),
  'PATCH /v1/tickets/rules/{rule_id}': endpoint({
    summary: 'Change a rule. Tickets that it made stay',
    access: WRITE_RIGHTS.GENERAL,
    audit: 'change',
    path: rulePath,
    body: Type.Partial(Type.Object(ruleFields)).properties,
    answer: TicketRule,
  }),
  'DELETE /v1/tickets/rules/{rule_id}': endpoint({
    summary: 'Delete a rule. Tickets that it made stay',
    access: WRITE_RIGHTS.GENERAL,
    audit: 'remove',
    path: rulePath,
    status: 204,
    answer: NoAnswer,
  }),
  'POST /v1/tickets/rules/preview': endpoint({
    summary: `Count the tickets that a rule would make now, at most ${MOST_TICKETS_A_DAY} a day`,
    access: WRITE_RIGHTS.GENERAL,
    audit: { exempt: 'it changes nothing' },
    readOnly: true,
    body: { connection_id: Type.String(), about: StringEnum(TICKET_SUBJECTS), ...ruleConditions },
    answer: Type.Object({
      alerts_count: Type.Integer({ description: 'alerts that meet the conditions and have no ticket in the connection' }),
      tickets_count: Type.Integer({ description: 'tickets about them' }),
    }),
  }),
  'POST /v1/tickets/{ticket_id}/retry': endpoint({
    summary: 'Try again to make or to read a ticket',
    access: alertsWrite,
    audit: 'change',
    path: ticketPath,
    answer: Ticket,
  }),
  'DELETE /v1/tickets/{ticket_id}': endpoint({
    summary: 'Forget a ticket. It stays in the product',
    access: alertsWrite,
    audit: 'remove',
    path: ticketPath,
    status: 204,
    answer: NoAnswer,
  }),
  'POST /v1/incoming/{connection_id}': endpoint({
    summary:
      'Tell CAM that tickets changed: for webhooks of Jira, GitHub and GitLab, which sign it, and for ServiceNow with an API token. At most 1 MB, 60 calls a minute for each connection',
    access: 'public',
    audit: { exempt: 'CAM then reads the ticket from the product' },
    path: connectionPath,
    consumes: 'application/json',
    status: 202,
    answer: Type.Object({ found: Type.Integer({ description: 'number of the tickets that CAM reads again' }) }),
  }),
};
