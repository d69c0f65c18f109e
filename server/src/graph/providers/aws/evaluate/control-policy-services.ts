import { perCatalogue } from '../../../engine/catalogue/per-catalogue';
import { Bitset } from '../../../engine/bitset';

/**
 * Service prefixes of the actions that resource control policies limit. They have no effect on other services.
 * @see https://docs.aws.amazon.com/organizations/latest/userguide/orgs_manage_policies_rcps.html#rcp-supported-services
 */
const LIMITED_BY_RCPS: ReadonlySet<string> = new Set([
  's3',
  'sts',
  'kms',
  'sqs',
  'secretsmanager',
  'ecr',
  'aoss',
  'cognito-idp',
  'cognito-identity',
  'logs',
  'dynamodb',
]);

/** @param service service prefix of an action, in lower case */
export function isLimitedByRcps(service: string): boolean {
  return LIMITED_BY_RCPS.has(service);
}

/** Returns the actions that resource control policies limit, and all others. */
export const actionsUnderRcps = perCatalogue(({ actions }): { limited: Bitset; others: Bitset } => {
  const limited = Bitset.of(
    actions.length,
    actions.flatMap(({ index, service }) => (isLimitedByRcps(service) ? [index] : [])),
  );
  return { limited, others: limited.complement() };
});
