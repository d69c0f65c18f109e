/** Products in which CAM makes tickets. */
export const PRODUCT_KINDS = ['jira', 'github', 'gitlab', 'servicenow'] as const;
export type ProductKind = (typeof PRODUCT_KINDS)[number];

/** Names of the products, as their vendors write them. */
export const PRODUCT_NAMES: Readonly<Record<ProductKind, string>> = { jira: 'Jira', github: 'GitHub', gitlab: 'GitLab', servicenow: 'ServiceNow' };

/** Everything that can be connected: ticket systems, and Slack for messages with actions. */
export const CONNECTION_KINDS = [...PRODUCT_KINDS, 'slack'] as const;
export type ConnectionKind = (typeof CONNECTION_KINDS)[number];

/** Names of everything that can be connected. */
export const CONNECTION_NAMES: Readonly<Record<ConnectionKind, string>> = { ...PRODUCT_NAMES, slack: 'Slack' };

/** Tickets that one rule makes within 24 hours. The others follow with later scorings. */
export const MOST_TICKETS_A_DAY = 200;
