/** Products in which CAM makes tickets. */
export const PRODUCT_KINDS = ['jira', 'github', 'gitlab', 'servicenow'] as const;
export type ProductKind = (typeof PRODUCT_KINDS)[number];

/** Names of the products, as their vendors write them. */
export const PRODUCT_NAMES: Readonly<Record<ProductKind, string>> = { jira: 'Jira', github: 'GitHub', gitlab: 'GitLab', servicenow: 'ServiceNow' };

/** Chat services that get messages with actions. */
export const CHAT_KINDS = ['slack', 'teams'] as const;
export type ChatKind = (typeof CHAT_KINDS)[number];

/** Everything that can be connected. */
export const CONNECTION_KINDS = [...PRODUCT_KINDS, ...CHAT_KINDS] as const;
export type ConnectionKind = (typeof CONNECTION_KINDS)[number];

/** Names of everything that can be connected. */
export const CONNECTION_NAMES: Readonly<Record<ConnectionKind, string>> = { ...PRODUCT_NAMES, slack: 'Slack', teams: 'Microsoft Teams' };

/** Reports whether a connection has messages instead of tickets. */
export function isChatKind(kind: ConnectionKind): kind is ChatKind {
  return CHAT_KINDS.some((one) => one === kind);
}

/** Tickets that one rule makes within 24 hours. The others follow with later scorings. */
export const MOST_TICKETS_A_DAY = 200;
