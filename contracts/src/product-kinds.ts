/** Products in which CAM makes tickets. */
export const PRODUCT_KINDS = ['jira', 'github', 'gitlab', 'servicenow'] as const;
export type ProductKind = (typeof PRODUCT_KINDS)[number];

/** Names of the products, as their vendors write them. */
export const PRODUCT_NAMES: Readonly<Record<ProductKind, string>> = { jira: 'Jira', github: 'GitHub', gitlab: 'GitLab', servicenow: 'ServiceNow' };
